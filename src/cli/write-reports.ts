import { appendFileSync } from "node:fs";
import { resolve } from "node:path";
import { McpcheckError } from "../base/mcpcheck-error.ts";
import { broadcast } from "../report/broadcast.ts";
import { type CollectedRun, collectRun } from "../report/collect-run.ts";
import { markdownReport } from "../report/markdown.ts";
import type { ReportTarget } from "../report/reporter-option.ts";
import type { ReporterOptions } from "../report/reporter.ts";
import { reporters } from "../report/reporters.generated.ts";
import type { RunEvent } from "../run/run-event.ts";
import type { Io } from "./io.ts";
import { filesBeside } from "./reporting/files-beside.ts";
import { projectPlaces } from "./reporting/project-places.ts";
import { writeWhole } from "./reporting/write-whole.ts";
import { wantsColor } from "./run-options.ts";

/** What was said of reports on the command line; `argv` is all of it, as far as it says where in the project findings belong. */
type ReportWords = {
  readonly verbose?: boolean | undefined;
  readonly docsUrl?: string | undefined;
  readonly argv?: readonly string[];
};

/**
 * Feeds one run to every wanted report, to standard output or to files (relative to the working directory; folders are
 * made), and gives the run's exit code. A file is written in the end and whole, so that no half report stays behind. With
 * the `github` reporter, the Markdown report is appended to the file GITHUB_STEP_SUMMARY names.
 * @throws McpcheckError `usage` when a file cannot be written
 */
export async function writeReports(
  events: AsyncIterable<RunEvent>,
  targets: readonly ReportTarget[],
  io: Io,
  { verbose = false, docsUrl, argv = [] }: ReportWords = {},
): Promise<number> {
  const placeOf = projectPlaces(io, argv);
  const [own, ...readers] = broadcast(events, targets.length + 1);
  const written = targets.map(async (target, index) => {
    // The run is read meanwhile: what it starts is started before the reporters are loaded.
    const report = await reporters[target.name]?.();
    const source = readers[index];
    if (report === undefined || source === undefined) return;
    await deliver(
      report({
        ...looks(target, io, verbose),
        docsUrl,
        placeOf,
        beside: filesBeside(target, io),
        accompanied: accompanied(target, targets),
      })(source),
      target,
      io,
    );
  });
  // All of them are waited for before anything is thrown: what one report cannot write must not cost the others theirs.
  const [run, ...reports] = await Promise.allSettled([collectRun(own ?? events), ...written]);
  for (const settled of [run, ...reports]) if (settled.status === "rejected") throw settled.reason;
  if (run.status === "rejected") return 3;
  if (targets.some((target) => target.name === "github")) appendSummary(io.env["GITHUB_STEP_SUMMARY"], run.value, docsUrl);
  return run.value.finished?.exitCode ?? 3;
}

/** Whether `pretty` tells the run on the same output. */
function accompanied({ name, file }: ReportTarget, targets: readonly ReportTarget[]): boolean {
  return name !== "pretty" && file === null && targets.some((target) => target.name === "pretty" && target.file === null);
}

/** How a report looks: only a terminal has colours and a width. */
function looks({ file }: ReportTarget, io: Io, verbose: boolean): ReporterOptions {
  if (file !== null) return { color: false, verbose, file };
  return { color: wantsColor(io), columns: io.isTerminal ? io.columns : undefined, besideErrors: true, verbose };
}

/** Most characters of a step's summary: GitHub drops one of more than 1 MiB, and other steps of the job may want to say something. */
const summaryLimit = 250_000;

/** Adds to the page a workflow run shows of its step; the runner names the file. */
function appendSummary(file: string | undefined, run: CollectedRun, docsUrl: string | undefined): void {
  if (file === undefined || file === "") return;
  try {
    appendFileSync(file, markdownReport(run, { most: summaryLimit, docsUrl }));
  } catch (cause) {
    throw new McpcheckError("usage", `GITHUB_STEP_SUMMARY: cannot write ${file}`, { cause });
  }
}

async function deliver(texts: AsyncIterable<string>, target: ReportTarget, io: Io): Promise<void> {
  if (target.file === null) {
    for await (const text of texts) io.stdout(text);
    return;
  }
  const parts: string[] = [];
  for await (const text of texts) parts.push(text);
  writeWhole(resolve(io.cwd, target.file), parts.join(""), `--reporter ${target.name}`);
}
