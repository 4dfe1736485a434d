import type { Finding, JudgedBy } from "../check/finding.ts";
import type { StaleEntry } from "../run/baseline/baseline-entry.ts";
import type { RunError } from "../run/run-event.ts";
import type { Summary } from "../run/summary.ts";
import type { WireExcerpt } from "../run/wire/wire-excerpt.ts";
import type { RoleMet } from "../trace/facts/roles-met.ts";
import type { Subject } from "../trace/trace.ts";

/** A finding of a report. Passes carry the numbers of their evidence only; every other verdict has its bytes beside it. */
export type ReportFinding = Finding & {
  /** Whose finding it is, in a report on several subjects. */
  readonly subject?: string;
  readonly wire?: readonly WireExcerpt[];
  /** The command line that shows it again. */
  readonly repro: string;
};

/** A scenario that was not played, and why. */
export type SkippedScenario = {
  readonly subject?: string;
  readonly scenario: string;
  readonly revision: JudgedBy;
  readonly reason: string | null;
};

/** The JSON report of a run, as `--reporter json` writes it. */
export type Report = {
  /** Where the JSON Schema of this document is. */
  readonly $schema: string;
  readonly schemaVersion: 1;
  readonly tool: { readonly name: "mcpcheck"; readonly version: string } | null;
  /** ISO 8601, UTC. */
  readonly startedAt: string | null;
  readonly seed: number | null;
  /** What was judged; the first one, where there are several. */
  readonly subject: Subject | null;
  /** All of them, where there are several. */
  readonly subjects?: readonly (Subject & { readonly id: string; readonly revisions: readonly JudgedBy[] })[];
  readonly revisions: readonly string[];
  readonly summary: Summary;
  /** What the command line would exit with. */
  readonly exitCode: number;
  readonly findings: readonly ReportFinding[];
  readonly skipped: readonly SkippedScenario[];
  /** Which tools were taken for the roles that scenarios asked for; absent where there are none. */
  readonly roles?: readonly (RoleMet & { readonly subject?: string })[];
  /** Baseline entries that no longer hold. */
  readonly stale: readonly StaleEntry[];
  readonly notices: readonly string[];
  /** The signal that ended the run early. */
  readonly interrupted: "SIGINT" | "SIGTERM" | null;
  /** Milliseconds from when a server was started or reached until it had answered first; absent where there is none, or several. */
  readonly startMs?: number;
  /** Milliseconds: the whole run. */
  readonly ms: number | null;
  /** Why there is no verdict. */
  readonly error: RunError | null;
};
