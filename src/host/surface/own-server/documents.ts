import { type Json, isArray, isObject } from "../../../jsonrpc/json.ts";

/** A text that can be found by its words. */
export type Document = { readonly id: string; readonly text: string };

/** A document that was found, and how many words of the question it has. */
export type Found = Document & { readonly score: number };

/** What a project without documents of its own is searched for. */
export const sampleDocuments: readonly Document[] = [
  { id: "servers", text: "A host starts tool servers as processes, or reaches them over HTTP." },
  { id: "tools", text: "A model asks for tools by name; the host runs them and gives the results back to the model." },
  { id: "projects", text: "A project names the model it asks and the documents it can be searched for." },
];

/** The documents a configuration has; what is none is left out. */
export function documentsIn(value: Json | undefined): readonly Document[] {
  if (!isArray(value)) return [];
  return value.flatMap((one) =>
    isObject(one) && typeof one["id"] === "string" && typeof one["text"] === "string"
      ? [{ id: one["id"], text: one["text"] }]
      : [],
  );
}

/** The documents that have words of a question, those with most of them first; of equals in the order given. */
export function searchDocuments(documents: readonly Document[], query: string, limit: number): readonly Found[] {
  const wanted = new Set(wordsOf(query));
  return documents
    .map(({ id, text }) => ({ id, text, score: new Set(wordsOf(text).filter((word) => wanted.has(word))).size }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit);
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
