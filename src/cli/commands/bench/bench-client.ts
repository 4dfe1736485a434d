import type { Command } from "commander";
import { benchClient, clientBenchSizes } from "../../../bench/client/bench-client.ts";
import { defineFigures } from "../../bench/define-figures.ts";
import type { Io } from "../../io.ts";

/** What `--help` says of it. */
export const summary = "time the judging of clients";

/** `bench client`: times whole runs on a client, authorization apart, against their bars. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  defineFigures(program, io, done, {
    measure: (quick, say) => benchClient(quick ? clientBenchSizes.quick : clientBenchSizes.full, say),
    quick: "each run once",
    tellsMachine: true,
    page: {
      title: "What judging a client costs",
      made: ". Made by `npm run publish:bench-client`; each figure is a median.",
      notes: [
        "The client is `mcpcheck serve client`, a program of Node; scenarios are played side by side, one more than there are cores.",
      ],
    },
  });
}
