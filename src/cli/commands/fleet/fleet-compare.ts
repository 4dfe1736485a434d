import type { Command } from "commander";
import { jsonText } from "../../../base/json-text.ts";
import { fleetChanges } from "../../../fleet/fleet-changes.ts";
import { latestIn } from "../../fleet/latest-in.ts";
import { changesPage } from "../../fleet/fleet-text.ts";
import type { Io } from "../../io.ts";

/** What `--help` says of it. */
export const summary = "say what got worse, better, new and gone between two folders of results";

/** `fleet compare`: compares the latest results of each server; exit code 1 where something broke. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .argument("<before>", "the earlier folder of results")
    .argument("<after>", "the later one")
    .option("--json", "one JSON object on standard output, with every row")
    .addHelpText("after", help)
    .action((before: string, after: string, raw: { readonly json?: true }) => {
      const changes = fleetChanges(latestIn(before, io), latestIn(after, io));
      io.stdout(raw.json === true ? `${jsonText({ schemaVersion: 1, ...changes }, 2)}\n` : changesPage(changes));
      done(changes.broken.length > 0 ? 1 : 0);
    });
}

const help = `
What could not be judged in either has broken and fixed nothing; a warning that is new is told and does not count as broken.

Examples:
  mcpcheck fleet compare last-night tonight
  mcpcheck fleet compare last-night tonight --json
`;
