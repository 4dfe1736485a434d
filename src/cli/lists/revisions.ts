import { specificationRoot } from "../../check/citation.ts";
import { eraOf, revisions } from "../../spec/revision.ts";
import type { Listing } from "./listing.ts";

/** The protocol revisions mcpcheck judges by. */
export function listRevisions(): Listing {
  const items = revisions.map((id) => ({ id, era: eraOf(id), url: `${specificationRoot}/${id}` }));
  return { items, columns: ["era", "url"] };
}
