import type { Command } from "commander";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { reporterHelp } from "../../report/reporter-option.ts";
import type { RunEvent } from "../../run/run-event.ts";
import { docsUrlHelp, readDocsUrl } from "../options/docs-url-option.ts";
import { commaSeparated } from "../options/repeatable.ts";
import type { Io } from "../io.ts";
import { mergedRun } from "../merge/merged-run.ts";
import { readRun } from "../merge/read-run.ts";
import { readNamed } from "../read-named.ts";
import { readReporters } from "../run-options.ts";
import { writeReports } from "../write-reports.ts";

type RawOptions = { readonly reporter?: string; readonly out?: string; readonly verbose?: true; readonly docsUrl?: string };

/** What `--help` says of it. */
export const summary = "make one report of several runs: shards, machines, revisions";

/** `merge`: several saved runs as one, in every report there is, with the exit code all of them come to. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .argument("<runs...>", "what --reporter ndjson=<file> wrote, a file for each run")
    .option("--reporter <list>", reporterHelp, commaSeparated)
    .option("--out <dir>", "where report files go; those without a name are called mcpcheck there")
    .option("--verbose", "all bytes of each finding on the terminal")
    .option("--docs-url <url>", docsUrlHelp)
    .addHelpText("after", help)
    .action(async (files: string[], raw: RawOptions) => {
      const twice = files.find((file, index) => files.indexOf(file) !== index);
      if (twice !== undefined) throw new McpcheckError("usage", `merge: ${twice} is named twice`);
      const runs = files.map((file) => readRun(file, readNamed(io.cwd, file, "merge")));
      const events = inTurn(mergedRun(runs, ["mcpcheck", "merge", ...files]));
      done(
        await writeReports(events, readReporters(raw, io.env), io, { verbose: raw.verbose, docsUrl: readDocsUrl(raw.docsUrl) }),
      );
    });
}

async function* inTurn(events: readonly RunEvent[]): AsyncGenerator<RunEvent> {
  yield* events;
}

const help = `
For example, of two shards:
  mcpcheck run server --config mcp.json --shard 1/2 --reporter ndjson=one.ndjson
  mcpcheck run server --config mcp.json --shard 2/2 --reporter ndjson=two.ndjson
  mcpcheck merge one.ndjson two.ndjson --reporter pretty,html=report.html
`;
