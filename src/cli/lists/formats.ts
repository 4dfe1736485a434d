import { loadCorpora } from "../../run/parser/corpus.ts";
import type { Listing } from "./listing.ts";

/** The tool-call formats, each with the size of its corpus. */
export function listFormats(): Listing {
  const items = loadCorpora(() => true).map(({ format, title, cases }) => ({ id: format, cases: cases.length, title }));
  return { items, columns: ["cases", "title"] };
}
