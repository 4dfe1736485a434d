import { sha256 } from "../base/sha256.ts";
import type { CollectedRun } from "./collect-run.ts";

/** A subject's name is cut to this length, its digest included. */
const mostOfName = 80;

/**
 * What tells the results of this run from those of others on the same commit, and is the same the next time: the kind of subject, and
 * which one where it is one (`mcpcheck/server/node-build-index.js`). A name too long to be shown whole ends in a digest of it, so that
 * two long commands that differ at their end stay apart.
 */
export function runCategory({ subjects: [first, ...more] }: CollectedRun): string {
  if (first === undefined) return "mcpcheck";
  const which = more.length > 0 ? "" : shortName(first.subjectId);
  return ["mcpcheck", first.subject.kind, ...(which === "" || which === first.subject.kind ? [] : [which])].join("/");
}

function shortName(subjectId: string): string {
  const name = subjectId
    .replace(/[^\w.-]+/g, "-")
    .replace(/-{2,}/g, "-")
    .replace(/^-|-$/g, "");
  if (name.length <= mostOfName) return name;
  const digest = sha256(new TextEncoder().encode(subjectId)).slice(0, 8);
  return `${name.slice(0, mostOfName - digest.length - 1)}-${digest}`;
}
