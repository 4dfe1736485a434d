import type { Finding, JudgedBy } from "../check/finding.ts";
import type { Revision } from "../spec/revision.ts";
import type { ConnectionTimeline } from "../trace/timeline/connection-timeline.ts";
import type { RoleMet } from "../trace/facts/roles-met.ts";
import type { Subject } from "../trace/trace.ts";
import type { StaleEntry } from "./baseline/baseline-entry.ts";
import type { FailOn } from "./fail-on.ts";
import type { Summary } from "./summary.ts";
import type { WireExcerpt } from "./wire/wire-excerpt.ts";

/** The version of the event stream and of the JSON report; raised when a reader of the old form would misread the new one. */
export const runSchemaVersion = 1;

/** Why a run, or the judgement of one subject, came to no verdict. `stderrTail` is empty when nothing was written. */
export type RunError = { readonly kind: "subject" | "harness" | "usage"; readonly message: string; readonly stderrTail: string };

/** The first event. The only one that carries wall-clock time, so that two equal runs differ in one line. */
export type RunStarted = {
  readonly type: "run.started";
  readonly schemaVersion: typeof runSchemaVersion;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly tool: { readonly name: "mcpcheck"; readonly version: string };
  /** The command line as the user would type it again, without reporters: `["mcpcheck","run","server","--","node","s.js"]`. */
  readonly argv: readonly string[];
  /** What is known of the subject before it was asked anything; null for a run over several subjects. */
  readonly subject: Subject | null;
  /** The revisions that were asked for, or `auto` or `all`. */
  readonly revisions: readonly Revision[] | "auto" | "all";
  readonly seed: number;
  /** Whether warnings count against the run. */
  readonly strict: boolean;
  /** The least that counts against the run, where it was said by name. */
  readonly failOn?: FailOn;
};

/** What a subject says of itself, and the revisions it is judged at. `subjectId` joins the events of one subject. */
export type SubjectDescribed = {
  readonly type: "subject.described";
  readonly subjectId: string;
  readonly subject: Subject;
  readonly revisions: readonly JudgedBy[];
  /** Milliseconds from when it was started or reached until it had answered first; absent where it was not waited for. */
  readonly startMs?: number;
};

/** How many scenarios a subject will be led through, the skipped ones among them; as many `scenario.finished` follow unless the run is cut. */
export type SubjectPlanned = { readonly type: "subject.planned"; readonly subjectId: string; readonly scenarios: number };

/** A scenario ended: it ran, or it was skipped for a reason that a person can act on. */
export type ScenarioFinished = {
  readonly type: "scenario.finished";
  readonly subjectId: string;
  readonly revision: JudgedBy;
  readonly scenario: string;
  readonly skipped: string | null;
  /** Milliseconds. */
  readonly ms: number;
};

/** One verdict, with the bytes it rests on and the command line that shows it again. */
export type FindingEvent = {
  readonly type: "finding";
  readonly subjectId: string;
  readonly finding: Finding;
  readonly wire: readonly WireExcerpt[];
  readonly repro: string;
};

/** A subject is done; `error` says why it got no verdict. */
export type SubjectFinished = {
  readonly type: "subject.finished";
  readonly subjectId: string;
  readonly error: RunError | null;
  /** Milliseconds. */
  readonly ms: number;
};

/**
 * Which tools of a server were taken for the roles scenarios asked for, and whether a hint says so or it was seen. Absent where
 * none was.
 */
export type SubjectRoles = { readonly type: "subject.roles"; readonly subjectId: string; readonly roles: readonly RoleMet[] };

/** What happened when on the connections to a subject, for reports that draw it. Absent where no trace was recorded. */
export type SubjectTimeline = {
  readonly type: "subject.timeline";
  readonly subjectId: string;
  readonly connections: readonly ConnectionTimeline[];
};

/** Something the user must know that is not a verdict: a baseline entry that cannot be mapped, a reading that was accepted. */
export type Notice = { readonly type: "notice"; readonly message: string };

/** The last event. */
export type RunFinished = {
  readonly type: "run.finished";
  readonly summary: Summary;
  readonly exitCode: number;
  readonly error: RunError | null;
  /** Baseline entries that no longer hold: they count against the run. */
  readonly stale: readonly StaleEntry[];
  /** The signal that ended the run early. */
  readonly interrupted: "SIGINT" | "SIGTERM" | null;
  /** Milliseconds: the whole run. */
  readonly ms: number;
};

/** What happens in a run, in order. The stream is the result format: every report is a fold over it. */
export type RunEvent =
  | RunStarted
  | SubjectDescribed
  | SubjectPlanned
  | ScenarioFinished
  | FindingEvent
  | SubjectRoles
  | SubjectTimeline
  | SubjectFinished
  | Notice
  | RunFinished;
