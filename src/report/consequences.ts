import { counted } from "../base/counted.ts";
import type { Reported } from "./collect-run.ts";
import type { Merged } from "./merged.ts";

/** The findings that stand for themselves: those that only follow from another one are told with it. */
export function standing(findings: readonly Reported[]): Reported[] {
  return findings.filter(({ because }) => because === undefined);
}

/** What follows from a finding at any of its revisions, in one line: how many findings, and of which checks; none: undefined. */
export function consequencesLine({ first, revisions }: Merged, findings: readonly Reported[]): string | undefined {
  const following = findings.filter(
    ({ because, subjectId, revision }) =>
      because === first.check && subjectId === first.subjectId && revisions.includes(revision),
  );
  if (following.length === 0) return undefined;
  const checks = [...new Set(following.map(({ check }) => check))];
  return `${counted(following.length, "finding follows", "findings follow")} from it: ${checks.join(", ")}`;
}
