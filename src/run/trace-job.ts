import type { Statement } from "../check/check.ts";
import type { Promises } from "../check/judge.ts";
import { connectionTimelines } from "../trace/timeline/connection-timeline.ts";
import { rolesMet } from "../trace/facts/roles-met.ts";
import { calls } from "../trace/call.ts";
import { messagesOf } from "../trace/message.ts";
import { eventsOf, revisionsIn, type Trace, traceOf } from "../trace/trace.ts";
import type { Attribution } from "./attribution/attribution.ts";
import type { Judging } from "./judging/judging.ts";
import type { RunError } from "./run-event.ts";
import { notAllJudged } from "./server/cut-short.ts";
import type { SubjectEvent, SubjectJob } from "./subject-job.ts";

/** What judging a recorded trace takes. */
export type TraceJobSetup = {
  /** Names the trace in messages: its file. */
  readonly id: string;
  readonly trace: Trace;
  readonly checks: readonly Statement[];
  readonly promises: Promises;
  readonly attributions: readonly Attribution[];
  /** The command line for repro lines. */
  readonly argv: readonly string[];
  /** Who judges; the validators are asked only about a trace that was saved without what they say. */
  readonly startJudging: (checks: readonly Statement[], stop: AbortSignal) => Judging;
};

/**
 * A job that judges a recorded trace, offline: the same verdicts as the run that recorded it. A trace in which the
 * subject never answered a request has none, as the run had none.
 */
export function traceJob(setup: TraceJobSetup): SubjectJob {
  return { id: setup.id, events: (stop) => judgeRecorded(setup, stop) };
}

async function* judgeRecorded(setup: TraceJobSetup, stop: AbortSignal): AsyncGenerator<SubjectEvent> {
  const { id, trace: recorded } = setup;
  const revisions = revisionsIn(recorded);
  yield { type: "subject.described", subjectId: id, subject: recorded.subject, revisions };
  const error = whyNoVerdict(recorded, id) ?? (yield* judged(setup, stop));
  yield { type: "subject.finished", subjectId: id, error, ms: 0 };
}

async function* judged(setup: TraceJobSetup, stop: AbortSignal): AsyncGenerator<SubjectEvent, RunError | null> {
  const { id, trace } = setup;
  yield* scenarioEvents(trace, id);
  const roles = rolesMet(trace);
  if (roles.length > 0) yield { type: "subject.roles", subjectId: id, roles };
  const judging = setup.startJudging(setup.checks, stop);
  try {
    const annotate = eventsOf(trace, "annotation").length === 0;
    const { findings, unfinished } = await judging.judge(trace, setup, { annotate });
    for (const found of findings) yield { type: "finding", subjectId: id, ...found };
    yield { type: "subject.timeline", subjectId: id, connections: connectionTimelines(trace) };
    return unfinished === undefined ? null : notAllJudged(unfinished, id, "");
  } finally {
    await judging.stop();
  }
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
  if (trace.subject.kind === "client") {
    if (messagesOf(trace, "received", "request").length > 0) return null;
    return { kind: "subject", message: `${id}: the client sends no request in this trace`, stderrTail };
  }
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
