import type { ReportFinding } from "../../report/report.ts";

/** What of a finding two reports are compared by. */
export type ComparedFinding = Pick<ReportFinding, "check" | "revision" | "verdict" | "message"> & {
  readonly subject?: string | undefined;
};

/** A finding that is in one report or in both, with its verdicts. */
export type Difference = {
  readonly subject?: string;
  readonly check: string;
  readonly revision: string;
  readonly was?: ComparedFinding["verdict"];
  readonly is?: ComparedFinding["verdict"];
  /** What the newer report says of it, or the older where it is gone. */
  readonly message: string;
};

/**
 * What two reports on the same subjects differ in. `fixed` failed and passes; `broken` fails and did not; `open` failed and came to no
 * conclusion now or does not apply, which is not fixed; `new` and `gone` stand in one report only; `others` changed in a way that breaks nothing.
 */
export type Compared = {
  readonly broken: readonly Difference[];
  readonly fixed: readonly Difference[];
  readonly open: readonly Difference[];
  readonly new: readonly Difference[];
  readonly gone: readonly Difference[];
  readonly others: readonly Difference[];
};

/** Compares the findings of two reports, by subject, check and revision. A single subject is the same one, however it is called. */
export function compared(was: readonly ComparedFinding[], is: readonly ComparedFinding[]): Compared {
  const [before, after] = [keyed(was), keyed(is)];
  const both = [...after].flatMap(([key, now]) => {
    const then = before.get(key);
    return then === undefined || then.verdict === now.verdict ? [] : [differenceOf(then, now)];
  });
  const kindOf = (one: Difference): keyof Compared => {
    if (one.is === "fail" || one.is === "error") return "broken";
    if (one.was !== "fail" && one.was !== "error") return "others";
    if (one.is === "pass") return "fixed";
    return one.is === "warn" ? "others" : "open";
  };
  const of = (kind: keyof Compared): Difference[] => both.filter((one) => kindOf(one) === kind);
  return {
    broken: of("broken"),
    fixed: of("fixed"),
    open: of("open"),
    new: [...after].flatMap(([key, now]) => (before.has(key) ? [] : [differenceOf(undefined, now)])),
    gone: [...before].flatMap(([key, then]) => (after.has(key) ? [] : [differenceOf(then, undefined)])),
    others: of("others"),
  };
}

/** Whether the newer report is worse: something fails that did not, or was not there. */
export function isWorse({ broken, new: added }: Compared): boolean {
  return broken.length > 0 || added.some(({ is }) => is === "fail" || is === "error");
}

function keyed(findings: readonly ComparedFinding[]): Map<string, ComparedFinding> {
  return new Map(findings.map((one) => [JSON.stringify([one.subject ?? "", one.revision, one.check]), one]));
}

function differenceOf(was: ComparedFinding | undefined, is: ComparedFinding | undefined): Difference {
  const { subject, check = "", revision = "", message = "" } = is ?? was ?? {};
  return {
    ...(subject === undefined ? {} : { subject }),
    check,
    revision,
    ...(was === undefined ? {} : { was: was.verdict }),
    ...(is === undefined ? {} : { is: is.verdict }),
    message,
  };
}
