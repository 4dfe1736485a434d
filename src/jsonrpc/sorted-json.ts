import { isArray, isObject, type Json, type JsonObject } from "./json.ts";

/** The same value with the members of all objects in the order of their names: equal values are equal texts then. */
export function sortedJson(value: JsonObject): JsonObject;
export function sortedJson(value: Json): Json;
export function sortedJson(value: Json): Json {
  if (isArray(value)) return value.map((item) => sortedJson(item));
  if (!isObject(value)) return value;
  // Built from entries, so that a member named __proto__ stays one.
  return Object.fromEntries(
    Object.entries(value)
      .flatMap(([name, member]) => (member === undefined ? [] : [[name, sortedJson(member)] as const]))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Whether two values say the same. */
export function sameJson(one: Json | undefined, other: Json | undefined): boolean {
  return canonicalText(one) === canonicalText(other);
}

/** The same text for equal values; undefined for none. */
export function canonicalText(value: Json | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(sortedJson(value));
}
