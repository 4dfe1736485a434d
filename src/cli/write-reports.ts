import { appendFileSync, closeSync, mkdirSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { McpcheckError } from "../mcpcheck-error.ts";
import { broadcast } from "../report/broadcast.ts";
import { collectRun } from "../report/collect-run.ts";
import { markdownReport } from "../report/markdown.ts";
import { type ReportTarget, reporters } from "../report/registry.ts";
import type { RunEvent } from "../run/run-event.ts";
import type { Io } from "./io.ts";
import { wantsColor } from "./wants-color.ts";

/**
 * Feeds the events of a run to every wanted report at once and gives the exit code of the run. With the `github`
 * reporter and GITHUB_STEP_SUMMARY set, the Markdown report is appended to that file.
 * @throws McpcheckError `usage` when a report file can not be written, before the first event is asked for
 */
export async function writeReports(events: AsyncIterable<RunEvent>, targets: readonly ReportTarget[], io: Io): Promise<number> {
  const sinks = targets.map((target) => openSink(target, io));
  const [own, ...streams] = broadcast(events, targets.length + 1);
  if (own === undefined) return 3;
  try {
    const [run] = await Promise.all([
      collectRun(own),
      ...targets.map(async ({ name, file }, index) => {
        const reporter = reporters[name]?.({ color: file === null && wantsColor(io) });
        for await (const text of reporter?.(streams[index] ?? own) ?? []) sinks[index]?.write(text);
      }),
    ]);
    const summaryFile = io.env["GITHUB_STEP_SUMMARY"];
    if (summaryFile !== undefined && summaryFile !== "" && targets.some((target) => target.name === "github"))
      appendFileSync(summaryFile, markdownReport(run));
    return run.finished?.exitCode ?? 3;
  } finally {
    for (const sink of sinks) sink.close();
  }
}

type Sink = { readonly write: (text: string) => void; readonly close: () => void };

function openSink({ name, file }: ReportTarget, io: Io): Sink {
  if (file === null) return { write: io.stdout, close: () => undefined };
  const path = resolve(io.cwd, file);
  try {
    mkdirSync(dirname(path), { recursive: true });
    const descriptor = openSync(path, "w");
    return { write: (text) => appendFileSync(descriptor, text), close: () => closeSync(descriptor) };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new McpcheckError("usage", `--reporter ${name}=${file}: can not write there: ${why}`, { cause });
  }
}
