import { type Command, Option } from "commander";
import { jsonText } from "../../../base/json-text.ts";
import { fleetChanges } from "../../../fleet/fleet-changes.ts";
import { fleetReport } from "../../../fleet/fleet-report.ts";
import { latestIn } from "../../fleet/latest-in.ts";
import { fleetHtml } from "../../fleet/fleet-html.ts";
import { fleetPage } from "../../fleet/fleet-text.ts";
import type { Io } from "../../io.ts";

type RawOptions = { readonly from: string; readonly since?: string; readonly json?: true; readonly html?: true };

/** What `--help` says of it. */
export const summary = "say what the results of a fleet come to, and what changed since another night";

/** `fleet report`: sums results up as a Markdown page, one of HTML, or JSON; exit code 0, or 1 where something broke since the results of `--since`. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .requiredOption("--from <dir>", "the folder of results")
    .option("--since <dir>", "earlier results: also what broke, was fixed, came and went since then")
    .option("--json", "one JSON object on standard output, with every row")
    .addOption(new Option("--html", "a page to open in a browser, with every server to search and filter").conflicts("json"))
    .addHelpText("after", help)
    .action((raw: RawOptions) => {
      const is = latestIn(raw.from, io);
      const changes = raw.since === undefined ? undefined : fleetChanges(latestIn(raw.since, io), is);
      const report = fleetReport(is);
      if (raw.json === true)
        io.stdout(`${jsonText({ schemaVersion: 1, ...report, ...(changes === undefined ? {} : { since: changes }) }, 2)}\n`);
      else if (raw.html === true) io.stdout(fleetHtml(report, changes, is));
      else io.stdout(fleetPage(report, changes));
      done(changes !== undefined && changes.broken.length > 0 ? 1 : 0);
    });
}

const help = `
Of every server the latest result counts; what follows from another fault is not counted against a check.

Examples:
  mcpcheck fleet report --from results > report.md
  mcpcheck fleet report --from results --since last-night --html > report.html
  mcpcheck fleet report --from results --since last-night --json
`;
