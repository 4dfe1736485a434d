import { type Json, isArray, isObject } from "./json.ts";

/**
 * How many levels of a peer's JSON are looked at. No message of the protocol comes near it, and everything that walks a
 * value may recurse: a peer must not be able to exhaust the stack.
 */
export const deepestLevel = 512;

/** Whether a JSON text nests deeper than this many levels. Linear in the text. */
export function nestsDeeper(text: string, levels: number = deepestLevel): boolean {
  if (text.length < 2 * levels) return false;
  let level = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') inString = !inString;
    else if (inString) index += character === "\\" ? 1 : 0;
    else if (character === "[" || character === "{") {
      level += 1;
      if (level > levels) return true;
    } else if (character === "]" || character === "}") level -= 1;
  }
  return false;
}

/** A JSON value with everything below this many levels replaced by the text "…". */
export function withoutDepths(value: Json, levels: number = deepestLevel): Json {
  if (isArray(value)) return levels === 0 ? "…" : value.map((item) => withoutDepths(item, levels - 1));
  if (!isObject(value)) return value;
  if (levels === 0) return "…";
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutDepths(member ?? null, levels - 1)]));
}

/** The value of a peer's JSON text, with what nests beyond reason cut off; undefined where it is no JSON. */
export function readJson(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return nestsDeeper(text) ? withoutDepths(value) : value;
  } catch {
    return undefined;
  }
}
