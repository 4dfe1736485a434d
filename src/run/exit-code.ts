import type { Finding } from "../check/finding.ts";
import type { StaleEntry } from "./baseline/baseline-entry.ts";
import type { FailOn } from "./fail-on.ts";
import type { RunError } from "./run-event.ts";

/** Everything that decides how a run ends. */
export type Ending = {
  readonly findings: readonly Finding[];
  readonly error: RunError | null;
  readonly stale: readonly StaleEntry[];
  readonly interrupted: "SIGINT" | "SIGTERM" | null;
  readonly failOn: FailOn;
};

/**
 * The exit code of the contract: 130 and 143 interrupted, 2 usage, 3 could not judge (also when no check came to a
 * conclusion, for a run that judged nothing must not look like a good one), 1 findings, 0 conforms. What a subject was found to do
 * wrong before it could not be judged any more is not lost: that is 1 as well.
 */
export function exitCodeOf({ findings, error, stale, interrupted, failOn }: Ending): number {
  if (interrupted !== null) return interrupted === "SIGINT" ? 130 : 143;
  if (error?.kind === "usage") return 2;
  if (error?.kind === "subject" && findings.some((one) => one.verdict === "fail" && countsAgainst(one, failOn))) return 1;
  if (error !== null) return 3;
  if (!findings.some(isConclusion) || findings.some((finding) => finding.verdict === "error")) return 3;
  return stale.length > 0 || findings.some((finding) => countsAgainst(finding, failOn)) ? 1 : 0;
}

/** Whether a finding makes the run fail: what `countsUnlessKnown` names, unless the baseline lists it. */
export function countsAgainst(finding: Finding, failOn: FailOn): boolean {
  return finding.known !== true && countsUnlessKnown(finding, failOn);
}

/**
 * Whether a finding is of the kind that makes a run fail: a fail, a promise not kept, and what `failOn` names. A fail that passed when it
 * was played again counts like a warning.
 */
export function countsUnlessKnown({ verdict, promised, flaky }: Finding, failOn: FailOn): boolean {
  if (verdict === "fail") return flaky === undefined || failOn !== "fail";
  if (verdict === "warn") return failOn !== "fail";
  return verdict === "untested" && (promised || failOn === "untested");
}

function isConclusion({ verdict }: Finding): boolean {
  return verdict === "pass" || verdict === "fail" || verdict === "warn";
}
