import type { Check } from "../check/check.ts";
import type { Finding } from "../check/finding.ts";
import { judge, type Promises } from "../check/judge.ts";
import { calls } from "../trace/message.ts";
import { eventsOf, revisionsIn, type Trace, traceOf } from "../trace/trace.ts";
import { reproLine } from "./repro.ts";
import type { RunError } from "./run-event.ts";
import type { SubjectEvent, SubjectJob } from "./subject-job.ts";
import { wireOf } from "./wire-excerpt.ts";

/** What judging a recorded trace takes. */
export type TraceJobSetup = {
  /** Names the trace in messages: its file. */
  readonly id: string;
  readonly trace: Trace;
  readonly checks: readonly Check[];
  readonly promises: Promises;
  /** Adds what oracles outside of the pure core find out; asked only for a trace that was saved without it. */
  readonly annotate: (trace: Trace) => Promise<Trace>;
  readonly attribute: (trace: Trace, findings: readonly Finding[]) => readonly Finding[];
  /** The command line for repro lines. */
  readonly argv: readonly string[];
};

/**
 * A job that judges a recorded trace, offline: the same verdicts as the run that recorded it. A trace in which the
 * subject never answered a request has none, as the run had none.
 */
export function traceJob(setup: TraceJobSetup): SubjectJob {
  return { id: setup.id, events: () => judgeRecorded(setup) };
}

async function* judgeRecorded({
  id,
  trace: recorded,
  checks,
  promises,
  annotate,
  attribute,
  argv,
}: TraceJobSetup): AsyncGenerator<SubjectEvent> {
  const revisions = revisionsIn(recorded);
  yield { type: "subject.described", subjectId: id, subject: recorded.subject, revisions };
  const error = whyNoVerdict(recorded, id);
  if (error === null) {
    yield* scenarioEvents(recorded, id);
    const trace = eventsOf(recorded, "annotation").length > 0 ? recorded : await annotate(recorded);
    for (const finding of attribute(trace, judge(trace, checks, promises)))
      yield { type: "finding", subjectId: id, finding, wire: wireOf(trace, finding), repro: reproLine(argv, finding) };
  }
  yield { type: "subject.finished", subjectId: id, error, ms: 0 };
}

function whyNoVerdict(trace: Trace, id: string): RunError | null {
  const stderrTail = eventsOf(trace, "stderr")
    .map(({ text }) => text)
    .join("")
    .split("\n")
    .slice(-20)
    .join("\n");
  if (revisionsIn(trace).length === 0)
    return { kind: "subject", message: `${id}: no connection in this trace came to a revision to judge by`, stderrTail };
  if (!calls(trace).some((call) => call.answer !== undefined))
    return { kind: "subject", message: `${id}: the subject answers no request in this trace`, stderrTail };
  return null;
}

/** The scenarios of a trace as they went: those skipped with their reason, the others with the time their steps took. */
function* scenarioEvents(trace: Trace, subjectId: string): Generator<SubjectEvent> {
  for (const revision of revisionsIn(trace)) {
    const { events } = traceOf(trace, revision);
    const base = { type: "scenario.finished", subjectId, revision } as const;
    const times = new Map<string, { first: number; last: number }>();
    for (const event of events) {
      if (event.kind === "skip") yield { ...base, scenario: event.scenario, skipped: event.reason, ms: 0 };
      if (event.kind !== "step") continue;
      times.set(event.scenario, { first: times.get(event.scenario)?.first ?? event.at, last: event.at });
    }
    for (const [scenario, { first, last }] of times) yield { ...base, scenario, skipped: null, ms: last - first };
  }
}
