import { type Revision, revisions } from "../spec/revision.ts";
import type { Citations } from "./check.ts";

/** The root of the published specification. */
export const specificationRoot = "https://modelcontextprotocol.io/specification";

/** The URL of a statement at a revision, or undefined where it is not (or no longer) part of that revision. */
export function citationAt(citations: Citations, revision: Revision): string | undefined {
  const key = revisions.findLast((candidate) => candidate <= revision && citations[candidate] !== undefined);
  const place = key === undefined ? undefined : citations[key];
  if (place === undefined || place === "removed") return undefined;
  return place.startsWith("https://") ? place : `${specificationRoot}/${revision}/${place}`;
}
