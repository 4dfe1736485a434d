import type { Reported } from "./collect-run.ts";
import { groupBy } from "../base/group-by.ts";

/** The same verdict for the same reason at several revisions: told once. The first finding stands for the others. */
export type Merged = { readonly first: Reported; readonly revisions: readonly string[] };

/** Merges findings that differ in nothing but the revision (and where in the trace it was seen). */
export function merged(findings: readonly Reported[]): Merged[] {
  const groups = groupBy(findings, ({ subjectId, check, level, verdict, promised, message, known = false, flaky }) =>
    // Whether it was promised decides of what was not tested only whether it counts.
    JSON.stringify([subjectId, check, level, verdict, verdict === "untested" && promised, message, known, flaky]),
  );
  return [...groups.values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : [{ first, revisions: [first, ...rest].map((finding) => finding.revision).toSorted() }],
  );
}
