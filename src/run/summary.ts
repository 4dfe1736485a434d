import type { Finding } from "../check/finding.ts";

/**
 * How many findings have each verdict. One fault counts once: what only follows from another finding (`because`) is counted in
 * `consequences`, every other finding under its verdict, also those a baseline lists; `known` says how many of them (fail, warn or
 * untested) do not count against the run for that reason.
 */
export type Summary = {
  readonly pass: number;
  readonly fail: number;
  readonly warn: number;
  readonly untested: number;
  readonly notApplicable: number;
  readonly error: number;
  readonly consequences: number;
  readonly known: number;
  /** How many fails passed when they were played again; absent where none did. */
  readonly flaky?: number;
  /** How many verdicts are those of an earlier report, and left out of this one; absent where nothing was left out. */
  readonly unchanged?: number;
};

/** Counts findings by verdict, and those that follow from others apart. */
export function summarise(findings: readonly Finding[]): Summary {
  const causes = findings.filter(({ because }) => because === undefined);
  const count = (verdict: Finding["verdict"]): number => causes.filter((finding) => finding.verdict === verdict).length;
  const flaky = causes.filter((finding) => finding.flaky !== undefined).length;
  return {
    pass: count("pass"),
    fail: count("fail"),
    warn: count("warn"),
    untested: count("untested"),
    notApplicable: count("not-applicable"),
    error: count("error"),
    consequences: findings.length - causes.length,
    known: findings.filter((finding) => finding.known === true).length,
    ...(flaky === 0 ? {} : { flaky }),
  };
}
