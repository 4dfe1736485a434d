import { providers } from "../../provider/providers.ts";
import type { Listing } from "./listing.ts";

/** The providers of models whose demands on tools `--providers` judges by. */
export function listProviders(): Listing {
  const items = providers.map(({ id, title, where, docs, read, rules }) => ({
    id,
    title,
    where,
    docs,
    read,
    rules: rules.length,
  }));
  return { items, columns: ["title", "docs"] };
}
