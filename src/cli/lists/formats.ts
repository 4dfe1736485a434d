import { corpusNames } from "../../run/parser/corpus.ts";
import { formats } from "../../toolcall/formats/registry.ts";
import type { Listing } from "./listing.ts";

/** The tool-call formats: what they look like, which models write them, whether a corpus comes with them. */
export function listFormats(): Listing {
  const corpora = new Set(corpusNames());
  const items = formats
    .map(({ id, title, models, shape, sources }) => ({ id, title, models, shape, sources, corpus: corpora.has(id) }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return { items, columns: ["title"] };
}
