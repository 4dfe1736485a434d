import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { usualFolder, waitingIn } from "../../../run/client/attach/waiting-folder.ts";
import { serveRecorded } from "../../../run/client/mock/recorded-server.ts";
import type { Io } from "../../io.ts";

/** What `--help` says of it. */
export const summary = "the server a client starts over stdio to be judged by a waiting `run client --attach`";

/** `serve attached`: joins the run that waits, and plays the server it has laid out. */
export function define(program: Command, _io: Io, done: (exitCode: number) => void): void {
  program
    .argument("[folder]", "where the run waits, as it prints it; default where runs of this user wait")
    .addHelpText("after", help)
    .action(async (folder: string | undefined) => {
      const waiting = waitingIn(folder ?? usualFolder());
      if (waiting === undefined)
        throw new McpcheckError(
          "subject",
          "no run waits for a client: start `mcpcheck run client --attach --transport stdio` first",
        );
      mkdirSync(waiting.records, { recursive: true });
      const record = join(waiting.records, `${process.pid}.ndjson`);
      // A terminal sends SIGINT and SIGHUP to every program in it: that is no word of the client.
      await serveRecorded({ script: waiting.script, record, telling: ["SIGTERM"] });
      done(0);
    });
}

const help = `
Not to be typed: it is what \`mcpcheck run client --attach --transport stdio\` prints for the configuration of a client.
`;
