import { countsAgainst, countsUnlessKnown } from "../run/exit-code.ts";
import type { FailOn } from "../run/fail-on.ts";
import type { Reported } from "./collect-run.ts";
import { standing } from "./consequences.ts";
import { flakyNote } from "./text/flaky-note.ts";
import { groupBy } from "../base/group-by.ts";

/** One alert: what one check says of one subject, at all revisions. The first finding is the gravest. */
export type ToldResult = { readonly findings: readonly [Reported, ...Reported[]] };

/**
 * What a list of problems shows of a run: failures, warnings, harness errors and promises not kept, those first that count against the
 * run. One for each check and subject: at several revisions it is still one problem.
 */
export function toldResults(findings: readonly Reported[], failOn: FailOn): ToldResult[] {
  const told = standing(findings).filter(
    (finding) =>
      finding.verdict === "fail" ||
      finding.verdict === "warn" ||
      finding.verdict === "error" ||
      countsUnlessKnown(finding, failOn),
  );
  const rank = (finding: Reported): number => {
    if (finding.known === true) return 9;
    const graveness = gravest.indexOf(finding.verdict);
    return countsAgainst(finding, failOn) ? graveness : graveness + gravest.length;
  };
  return [...groupBy(told, ({ subjectId, check }) => `${subjectId}\n${check}`).values()]
    .flatMap((group): ToldResult[] => {
      const [first, ...rest] = group.toSorted((one, other) => rank(one) - rank(other));
      return first === undefined ? [] : [{ findings: [first, ...rest] }];
    })
    .toSorted((one, other) => rank(one.findings[0]) - rank(other.findings[0]));
}

const gravest: readonly Reported["verdict"][] = ["error", "fail", "untested", "warn"];

/** What was seen, each different thing once with the revisions it was seen at. */
export function seen({ findings }: ToldResult): string[] {
  return [...groupBy(findings, ({ message }) => message)].map(
    ([message, group]) =>
      `${[...group.flatMap((one) => flakyNote(one) ?? []).slice(0, 1), message].join(": ")} (${group
        .map(({ revision }) => revision)
        .toSorted()
        .join(", ")})`,
  );
}
