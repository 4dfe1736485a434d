import type { CollectedRun } from "./collect-run.ts";

/**
 * What tells the results of this run from those of others on the same commit, and is the same the next time: the kind of subject, and
 * which one where it is one (`mcpcheck/server/node-build-index.js`).
 */
export function runCategory({ subjects: [first, ...more] }: CollectedRun): string {
  if (first === undefined) return "mcpcheck";
  const words = first.subjectId.replace(/[^\w.-]+/g, "-").replace(/-{2,}/g, "-");
  const which = more.length > 0 ? "" : words.replace(/^-|-$/g, "").slice(0, 80);
  return ["mcpcheck", first.subject.kind, ...(which === "" || which === first.subject.kind ? [] : [which])].join("/");
}
