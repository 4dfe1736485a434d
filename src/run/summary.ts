import type { Finding } from "../check/finding.ts";

/**
 * How many findings have each verdict. Every finding is counted under its verdict, also those a baseline lists;
 * `known` says how many of them (fail, warn or untested) do not count against the run for that reason.
 */
export type Summary = {
  readonly pass: number;
  readonly fail: number;
  readonly warn: number;
  readonly untested: number;
  readonly notApplicable: number;
  readonly error: number;
  readonly known: number;
};

/** Counts findings by verdict. */
export function summarise(findings: readonly Finding[]): Summary {
  const count = (verdict: Finding["verdict"]): number => findings.filter((finding) => finding.verdict === verdict).length;
  return {
    pass: count("pass"),
    fail: count("fail"),
    warn: count("warn"),
    untested: count("untested"),
    notApplicable: count("not-applicable"),
    error: count("error"),
    known: findings.filter((finding) => finding.known === true).length,
  };
}
