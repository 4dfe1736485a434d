import type { Finding } from "../check/finding.ts";
import type { StaleEntry } from "./baseline/baseline-entry.ts";
import type { RunError } from "./run-event.ts";

/** Everything that decides how a run ends. */
export type Ending = {
  readonly findings: readonly Finding[];
  readonly error: RunError | null;
  readonly stale: readonly StaleEntry[];
  readonly interrupted: "SIGINT" | "SIGTERM" | null;
  readonly strict: boolean;
};

/**
 * The exit code of the contract: 130 and 143 interrupted, 2 usage, 3 could not judge (also when no check came to a
 * conclusion, for a run that judged nothing must not look like a good one), 1 findings, 0 conforms. What a subject was found to do
 * wrong before it could not be judged any more is not lost: that is 1 as well.
 */
export function exitCodeOf({ findings, error, stale, interrupted, strict }: Ending): number {
  if (interrupted !== null) return interrupted === "SIGINT" ? 130 : 143;
  if (error?.kind === "usage") return 2;
  if (error?.kind === "subject" && findings.some((one) => one.verdict === "fail" && countsAgainst(one, strict))) return 1;
  if (error !== null) return 3;
  if (!findings.some(isConclusion) || findings.some((finding) => finding.verdict === "error")) return 3;
  return stale.length > 0 || findings.some((finding) => countsAgainst(finding, strict)) ? 1 : 0;
}

/** Whether a finding makes the run fail: what `countsUnlessKnown` names, unless the baseline lists it. */
export function countsAgainst(finding: Finding, strict: boolean): boolean {
  return finding.known !== true && countsUnlessKnown(finding, strict);
}

/** Whether a finding is of the kind that makes a run fail: a fail, a promise not kept, with `strict` also a warning. */
export function countsUnlessKnown({ verdict, promised }: Finding, strict: boolean): boolean {
  return verdict === "fail" || (verdict === "untested" && promised) || (verdict === "warn" && strict);
}

function isConclusion({ verdict }: Finding): boolean {
  return verdict === "pass" || verdict === "fail" || verdict === "warn";
}
