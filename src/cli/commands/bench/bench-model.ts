import type { Command } from "commander";
import { benchModel } from "../../../bench/model-bench.ts";
import { defineFigures } from "../../bench/define-figures.ts";
import type { Io } from "../../io.ts";

/** What `--help` says of it. */
export const summary = "time the building of model files";

/** `bench model`: times the building of model files against its bars. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  defineFigures(program, io, done, {
    measure: (_quick, say) => benchModel(say),
    page: { title: "What building a model file costs", made: "; each time is a median." },
  });
}
