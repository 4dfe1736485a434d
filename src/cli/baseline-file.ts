import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Finding } from "../check/finding.ts";
import { statements } from "../check/statements.ts";
import { counted } from "../base/counted.ts";
import { McpcheckError } from "../base/mcpcheck-error.ts";
import type { Baseline, BaselineEntry } from "../run/baseline/baseline-entry.ts";
import {
  baselineBeingWritten,
  baselineUse,
  formatBaseline,
  noBaseline,
  parseBaseline,
  updatedBaseline,
} from "../run/baseline/baseline.ts";
import type { FailOn } from "../run/fail-on.ts";
import type { RunEvent } from "../run/run-event.ts";
import { type BaselineUse, withoutBaseline } from "../run/run-subjects.ts";
import type { Io } from "./io.ts";
import { readNamed } from "./read-named.ts";
import type { RunOptions } from "./run-options.ts";
import { writeWhole } from "./reporting/write-whole.ts";

/** The baseline of a run: how it marks findings, and a pass over the events that writes it anew when that was asked for. */
export type OpenBaseline = BaselineUse & { readonly follow: (events: AsyncIterable<RunEvent>) => AsyncIterable<RunEvent> };

/**
 * Reads the file of `--baseline`. With `--update-baseline` it may be missing, marks nothing, and is written from what the
 * run finds; an interrupted run and one without a verdict leave it alone. `catalog` holds every check an entry may name.
 * @throws McpcheckError `usage` with file and place
 */
export function openBaseline(
  io: Io,
  options: Pick<RunOptions, "baseline" | "updateBaseline" | "failOn">,
  catalog: readonly { readonly id: string }[] = statements,
): OpenBaseline {
  const checkIds = catalog.map(({ id }) => id);
  const { baseline: file, updateBaseline, failOn } = options;
  if (file === undefined) {
    if (updateBaseline) throw new McpcheckError("usage", "--update-baseline needs --baseline <file>");
    return { ...withoutBaseline, follow: (events) => events };
  }
  const fresh = updateBaseline && !existsSync(resolve(io.cwd, file));
  const baseline = fresh ? { ...noBaseline, file } : parseBaseline(readNamed(io.cwd, file, "--baseline"), file);
  if (updateBaseline) return { ...baselineBeingWritten(failOn), follow: (events) => rewriting(events, baseline, io, failOn) };
  return { ...baselineUse(baseline, checkIds), follow: (events) => withNotices(events, baseline.notices) };
}

async function* withNotices(events: AsyncIterable<RunEvent>, notices: readonly string[]): AsyncGenerator<RunEvent> {
  for await (const event of events) {
    yield event;
    if (event.type === "run.started") for (const message of notices) yield { type: "notice", message };
  }
}

async function* rewriting(events: AsyncIterable<RunEvent>, baseline: Baseline, io: Io, failOn: FailOn): AsyncGenerator<RunEvent> {
  const findings: Finding[] = [];
  for await (const event of events) {
    if (event.type === "finding") findings.push(event.finding);
    if (event.type === "run.finished" && event.error === null && event.interrupted === null) {
      const entries = updatedBaseline(baseline, findings, failOn, new Date().toISOString().slice(0, 10));
      writeWhole(resolve(io.cwd, baseline.file), formatBaseline(entries), "--update-baseline");
      io.stderr(`mcpcheck: wrote ${baseline.file}: ${changesOf(baseline, entries)}\n`);
    }
    yield event;
  }
}

/** What a baseline lists now, and what is new in it and gone from it. */
function changesOf({ known }: Baseline, entries: readonly BaselineEntry[]): string {
  const keyOf = ({ check, revision }: BaselineEntry): string => `${check} ${revision ?? ""}`;
  const [before, now] = [new Set(known.map(({ entry }) => keyOf(entry))), new Set(entries.map(keyOf))];
  const added = [...now].filter((key) => !before.has(key)).length;
  const gone = [...before].filter((key) => !now.has(key)).length;
  return `${counted(entries.length, "known failure")}, ${added} new, ${gone} gone`;
}
