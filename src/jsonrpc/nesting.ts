import { holdsTooMuch } from "./bounds.ts";
import { type Json, isArray, isObject } from "./json.ts";

/**
 * How many levels of a peer's JSON are looked at. No message of the protocol comes near it, and everything that walks a
 * value may recurse: a peer must not be able to exhaust the stack.
 */
export const deepestLevel = 512;

/**
 * Whether a value nests deeper than this many levels. Looks no deeper than that. Every message of a flood passes through
 * here, hence the plain loops: lists of names and closures would cost more than the walk.
 */
export function nestsDeeper(value: Json | undefined, levels: number = deepestLevel): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (isArray(value)) {
    for (const item of value) if (typeof item === "object" && nestsDeeper(item, levels - 1)) return true;
    return false;
  }
  for (const name in value) {
    const member = value[name];
    if (typeof member === "object" && nestsDeeper(member, levels - 1)) return true;
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

/** The value that was read from a text, with what nests beyond reason cut off. */
export function cutDepths(text: string, value: Json): Json {
  return opensMore(text) && nestsDeeper(value) ? withoutDepths(value) : value;
}

/** Whether a text has more brackets than the deepest level: looking for that is cheap, and nearly all messages have fewer. */
function opensMore(text: string, levels: number = deepestLevel): boolean {
  if (text.length <= levels) return false;
  let count = 0;
  for (const bracket of ["{", "["])
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) if ((count += 1) > levels) return true;
  return false;
}

/** The value of a peer's JSON text, with what nests beyond reason cut off; undefined where it is not JSON, or more than is read. */
export function readJson(text: string): Json | undefined {
  if (holdsTooMuch(text)) return undefined;
  try {
    return cutDepths(text, JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

/** How many levels of values lie below a value: 0 for a number as for an empty list. Not recursive, for it may be deep. */
export function depthOf(value: unknown): number {
  let level: unknown[] = [value];
  for (let depth = 0; ; depth += 1) {
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
    if (level.length === 0) return depth;
  }
}
