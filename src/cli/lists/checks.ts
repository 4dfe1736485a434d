import type { Revision } from "../../spec/revision.ts";
import { catalog } from "../catalog.ts";
import type { Listing } from "./listing.ts";

/** The checks: how strongly they bind, where they apply, which requirements they cover and which scenarios exercise them. */
export function listChecks(): Listing {
  const items = catalog().map(({ urls, requirements, ...entry }) => ({
    ...entry,
    revisions: Object.keys(urls) as Revision[],
    spec: urls,
    requirements,
  }));
  return { items, columns: ["level", "subject", "transports", "title"] };
}
