import type { Command } from "commander";
import { benchHostSizes, benchReferenceHost } from "../../../bench/host/bench-host.ts";
import { defineFigures } from "../../bench/define-figures.ts";
import type { Io } from "../../io.ts";

/** What `--help` says of it. */
export const summary = "time the reference host";

/** `bench host`: what the reference host costs beyond its model and its tools, against its bars. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  defineFigures(program, io, done, {
    measure: (quick, say) => benchReferenceHost(quick ? benchHostSizes.quick : benchHostSizes.full, say),
    quick: "fewer chats",
    tellsMachine: true,
    page: {
      title: "What the reference host costs",
      made: ". Made by `npm run publish:bench-host`; figures are medians. The host, the script that plays the model and the client share one process; the time the model thinks and the time a bare call of the tool takes are measured by themselves and taken off.",
    },
  });
}
