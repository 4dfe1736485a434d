import { type Json, isArray, isObject } from "../../jsonrpc/json.ts";

/** JSON text as a value; undefined where it is none. */
export function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Equality of JSON values; the order of members does not matter. */
export function sameJson(one: Json | undefined, other: Json | undefined): boolean {
  if (isArray(one) && isArray(other))
    return one.length === other.length && one.every((item, index) => sameJson(item, other[index]));
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => sameJson(one[name], other[name]));
}
