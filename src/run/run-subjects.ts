import type { Finding } from "../check/finding.ts";
import type { Clock } from "../base/time/clock.ts";
import type { StaleEntry } from "./baseline/baseline-entry.ts";
import { exitCodeOf } from "./exit-code.ts";
import { failOnOf } from "./fail-on.ts";
import type { RunError, RunEvent, RunStarted } from "./run-event.ts";
import { createEventQueue } from "./event-queue.ts";
import { sideBySide } from "./side-by-side.ts";
import type { SubjectEvent, SubjectJob } from "./subject-job.ts";
import { summarise } from "./summary.ts";

/** What the baseline says: which findings are known, and in the end which entries no longer hold. */
export type BaselineUse = {
  readonly mark: (finding: Finding) => Finding;
  readonly stale: (findings: readonly Finding[]) => readonly StaleEntry[];
};

/** A run that knows of no failures. */
export const withoutBaseline: BaselineUse = { mark: (finding) => finding, stale: () => [] };

/** A run over one or more subjects. */
export type RunSetup = {
  readonly started: Omit<RunStarted, "type" | "schemaVersion">;
  readonly jobs: readonly SubjectJob[];
  readonly baseline: BaselineUse;
  readonly clock: Clock;
  /** How many subjects are judged side by side. */
  readonly workers: number;
  /** Aborted with the signal's name when the user interrupts. */
  readonly interrupted: AbortSignal;
};

/**
 * Runs the jobs, some of them side by side, and tells everything as one stream of events in which subject comes after
 * subject; the last event carries the exit code.
 */
export async function* runSubjects({ started, jobs, baseline, clock, workers, interrupted }: RunSetup): AsyncGenerator<RunEvent> {
  const began = clock.now();
  const findings: Finding[] = [];
  let error: RunError | null = null;
  yield { type: "run.started", schemaVersion: 1, ...started };
  for (const events of inOrder(jobs, workers, interrupted)) {
    for await (const event of events) {
      if (event.type === "finding") {
        const finding = baseline.mark(event.finding);
        findings.push(finding);
        yield { ...event, finding };
      } else {
        if (event.type === "subject.finished") error ??= event.error;
        yield event;
      }
    }
  }
  const signal = interrupted.aborted ? (interrupted.reason === "SIGTERM" ? "SIGTERM" : "SIGINT") : null;
  const stale = baseline.stale(findings);
  const exitCode = exitCodeOf({ findings, error, stale, interrupted: signal, failOn: failOnOf(started) });
  yield {
    type: "run.finished",
    summary: summarise(findings),
    exitCode,
    error,
    stale,
    interrupted: signal,
    ms: clock.now() - began,
  };
}

/**
 * The events of every job, in the order of the jobs, while up to `workers` of them run ahead, and those that go apart from the beginning.
 * One worker alone has nothing beside it. A stopped run begins no further job.
 */
function inOrder(jobs: readonly SubjectJob[], workers: number, stop: AbortSignal): AsyncIterable<SubjectEvent>[] {
  const queues = jobs.map(() => createEventQueue<SubjectEvent>());
  const begin = async (index: number): Promise<void> => {
    const queue = queues[index];
    try {
      if (!stop.aborted) for await (const event of jobs[index]?.events(stop) ?? []) queue?.push(event);
    } finally {
      queue?.close();
    }
  };
  const places = jobs.map(({ apart = false }, index) => ({ index, isApart: apart && workers > 1 }));
  const indexes = (wanted: boolean): number[] => places.flatMap(({ index, isApart }) => (isApart === wanted ? [index] : []));
  const running = Promise.all([...indexes(true).map(begin), sideBySide(indexes(false), workers, begin)]);
  running.catch(() => undefined); // thrown to whoever reads the last events, which may be much later
  return queues.map((queue, index) => ({
    async *[Symbol.asyncIterator]() {
      yield* queue.events();
      if (index === queues.length - 1) await running;
    },
  }));
}
