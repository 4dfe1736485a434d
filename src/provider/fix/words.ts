import type { Json, JsonObject } from "../../jsonrpc/json.ts";

/** How much of a value a description repeats, in UTF-16 units. */
const longest = 200;

/** A schema without some of its keywords. */
export function without(schema: JsonObject, ...keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}

/** A schema that says in its description what it cannot say otherwise. */
export function noted(schema: JsonObject, note: string): JsonObject {
  const { description } = schema;
  const before = typeof description === "string" && description !== "" ? `${description} ` : "";
  return before.includes(`(${note})`) ? schema : { ...schema, description: `${before}(${note})` };
}

/** A keyword and its value in a description: `minimum: 1`. */
export function keywordNote(keyword: string, value: Json | undefined): string {
  const text = JSON.stringify(value) ?? "";
  return `${keyword}: ${text.length > longest ? `${text.slice(0, longest)}…` : text}`;
}
