import type { Command } from "commander";
import { benchServer } from "../../../bench/server/bench-server.ts";
import { defineFigures } from "../../bench/define-figures.ts";
import type { Io } from "../../io.ts";

/** What `--help` says of it. */
export const summary = "time the judging of servers";

/** `bench server`: times the judging of servers over stdio, floods included, against their bars. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  defineFigures(program, io, done, {
    measure: (_quick, say) => benchServer(say),
    page: {
      title: "What judging a server costs",
      made: ". Made by `npm run publish:bench-server`; each figure is a median.",
    },
  });
}
