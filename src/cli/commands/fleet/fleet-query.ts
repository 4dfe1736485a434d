import { type Command, Option } from "commander";
import { resolve } from "node:path";
import { counted } from "../../../base/counted.ts";
import { jsonText } from "../../../base/json-text.ts";
import { visible } from "../../../base/visible.ts";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { type QueryAnswer, queryResults, runColumns } from "../../../fleet/query-results.ts";
import { rowColumns, selectRows } from "../../../fleet/select-rows.ts";
import { verdicts as known } from "../../../fleet/result-rows.ts";
import { writeParquet } from "../../../fleet/write-parquet.ts";
import { alignedText } from "../../lists/aligned-text.ts";
import { latestIn } from "../../fleet/latest-in.ts";
import type { Io } from "../../io.ts";
import { commaSeparated } from "../../options/repeatable.ts";

type RawOptions = {
  readonly from: string;
  readonly check?: string;
  readonly verdict?: string;
  readonly server?: string;
  readonly revision?: string;
  readonly json?: true;
  readonly parquet?: string;
};

/** What `--help` says of it. */
export const summary = "show results by check, verdict and server, answer a question in SQL, or write them as Parquet";

/** `fleet query`: the wanted rows of the latest results; exit code 0, with or without any. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .argument("[sql]", "a question about the tables checks and runs (needs the package @duckdb/node-api)")
    .requiredOption("--from <dir>", "the folder of results")
    .option("--check <glob>", "only these checks (comma-separated, repeatable)", commaSeparated)
    .option("--verdict <list>", `only these verdicts: ${known.join(", ")} (comma-separated, repeatable)`, commaSeparated)
    .option("--server <glob>", "only these servers, as id or id@version (comma-separated, repeatable)", commaSeparated)
    .option("--revision <glob>", "only these revisions (comma-separated, repeatable)", commaSeparated)
    .addOption(new Option("--json", "a JSON object a line, with all that is known of a row").conflicts("parquet"))
    .option(
      "--parquet <file>",
      "write the rows into a Parquet file, for DuckDB and the like (needs the package hyparquet-writer)",
    )
    .addHelpText("after", help)
    .action(async (sql: string | undefined, { from, parquet, json, verdict, ...globs }: RawOptions) => {
      if (sql !== undefined) {
        const odd = Object.entries({ parquet, verdict, ...globs }).find(([, value]) => value !== undefined)?.[0];
        if (odd !== undefined) throw new McpcheckError("usage", `--${odd} and a question in SQL: say it in the question`);
        showAnswer(await queryResults(latestIn(from, io), sql), json === true, io);
        return done(0);
      }
      const rows = selectRows(latestIn(from, io), { ...globs, verdicts: readVerdicts(verdict) });
      let count = 0;
      if (parquet !== undefined) {
        const all = [...rows];
        count = all.length;
        await writeParquet(resolve(io.cwd, parquet), all);
      } else
        for (const row of rows) {
          count += 1;
          const words = [row.server, row.revision, row.check, row.verdict, ...(row.message === undefined ? [] : [row.message])];
          io.stdout(`${json === true ? jsonText(row) : visible(words.join("  "))}\n`);
        }
      io.stderr(`${counted(count, "row")}${parquet === undefined ? "" : ` in ${visible(parquet)}`}\n`);
      done(0);
    });
}

function showAnswer({ columns, rows }: QueryAnswer, asJson: boolean, io: Io): void {
  const cell = (value: unknown): string =>
    value === null ? "" : visible(typeof value === "string" ? value : JSON.stringify(value));
  if (asJson) for (const row of rows) io.stdout(`${jsonText(row)}\n`);
  else io.stdout(alignedText([columns, ...rows.map((row) => columns.map((name) => cell(row[name])))]));
  io.stderr(`${counted(rows.length, "row")}\n`);
}

function readVerdicts(list: string | undefined): ReadonlySet<string> | undefined {
  if (list === undefined) return undefined;
  const wanted = list.split(",");
  const odd = wanted.find((one) => !known.some((verdict) => verdict === one));
  if (odd !== undefined)
    throw new McpcheckError("usage", `--verdict: there is no verdict "${odd}" in results: ${known.join(", ")}`);
  return new Set(wanted);
}

const help = `
Of every server the latest result counts. What does not apply to a server has no row.

Examples:
  mcpcheck fleet query --from results --check 'tools.*' --verdict fail
  mcpcheck fleet query --from results --server 'io.example/*' --json
  mcpcheck fleet query --from results --parquet results.parquet
  mcpcheck fleet query --from results "select \\"check\\", count(distinct server) from checks where verdict = 'fail' group by 1 order by 2 desc"
  mcpcheck fleet query --from results 'select server, ms from runs order by ms desc limit 10'

Columns of checks: ${rowColumns.join(", ")}; "check" is a word of SQL and has to be quoted.
Columns of runs: ${runColumns.join(", ")}.
`;
