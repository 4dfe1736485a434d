import type { Command } from "commander";
import { benchRecord, recordSizes } from "../../../bench/record-bench.ts";
import { defineFigures } from "../../bench/define-figures.ts";
import type { Io } from "../../io.ts";

/** What `--help` says of it. */
export const summary = "time what recording adds to a message";

/** `bench record`: times messages that pass `record`, beside those that pass a program that only passes bytes on. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  defineFigures(program, io, done, {
    measure: (quick, say) => benchRecord(quick ? recordSizes.quick : recordSizes.full, say),
    quick: "fewer and shorter messages",
    tellsMachine: true,
    page: { title: "What recording adds to a message", made: ". Made by `npx mcpcheck bench record --markdown`." },
  });
}
