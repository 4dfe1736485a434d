import type { Finding } from "../check/finding.ts";
import type { Clock } from "../transport/clock.ts";
import type { StaleEntry } from "./baseline-entry.ts";
import { exitCodeOf } from "./exit-code.ts";
import type { RunError, RunEvent, RunStarted } from "./run-event.ts";
import type { SubjectJob } from "./subject-job.ts";
import { summarise } from "./summary.ts";

/** What the baseline says: which findings are known, and in the end which entries no longer hold. */
export type BaselineUse = {
  readonly mark: (finding: Finding) => Finding;
  readonly stale: (findings: readonly Finding[]) => readonly StaleEntry[];
};

/** A run over one or more subjects. */
export type RunSetup = {
  readonly started: Omit<RunStarted, "type" | "schemaVersion">;
  readonly jobs: readonly SubjectJob[];
  readonly baseline: BaselineUse;
  readonly clock: Clock;
  /** Aborted with the signal's name when the user interrupts. */
  readonly interrupted: AbortSignal;
};

/** Runs the jobs one after the other and tells everything as one stream of events; the last carries the exit code. */
export async function* runSubjects({ started, jobs, baseline, clock, interrupted }: RunSetup): AsyncGenerator<RunEvent> {
  const began = clock.now();
  const findings: Finding[] = [];
  let error: RunError | null = null;
  yield { type: "run.started", schemaVersion: 1, ...started };
  for (const job of jobs) {
    if (interrupted.aborted) break;
    for await (const event of job.events(interrupted)) {
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
  const exitCode = exitCodeOf({ findings, error, stale, interrupted: signal, strict: started.strict });
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
