import type { Finding } from "../check/finding.ts";
import type { RunEvent } from "./run-event.ts";

/** The events of one subject: those between the first and the last of a run. */
export type SubjectEvent = Exclude<RunEvent, { type: "run.started" } | { type: "run.finished" }>;

/** One subject to judge: its events as they happen, ending with `subject.finished`. Stops early when `stop` is aborted. */
export type SubjectJob = {
  readonly id: string;
  readonly events: (stop: AbortSignal) => AsyncIterable<SubjectEvent>;
  /** Whether it is judged on a thread of its own: it takes no place among those that are judged side by side. */
  readonly apart?: boolean;
};

/** Changes findings after the judgement: marks known ones, names where behaviour is inherited from. Never a verdict. */
export type Refine = (findings: readonly Finding[]) => readonly Finding[];
