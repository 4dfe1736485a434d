import { listAuth as scripts } from "../../mock/auth/load-auth.ts";
import type { Listing } from "./listing.ts";

/** The authorization servers that `serve auth` plays, and that clients meet. */
export function listAuth(): Listing {
  const items = scripts().map(({ id, title, description, rules = [] }) => ({
    id,
    title,
    description,
    kind: rules.length === 0 ? "right" : "wrong",
  }));
  return { items, columns: ["kind", "title"] };
}
