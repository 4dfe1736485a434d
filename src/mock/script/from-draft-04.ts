import { isArray, isObject, type Json, type JsonObject } from "../../jsonrpc/json.ts";

/** The keywords under which schemas stand by a name of the author's. */
const byName = new Set(["properties", "patternProperties", "definitions", "dependencies"]);

/** The keywords whose value is a schema, or a list of them. */
const nested = new Set(["allOf", "anyOf", "oneOf", "not", "items", "additionalItems", "additionalProperties"]);

/** A schema of draft-04 in the words of draft-07: bounds are exclusive by a number of their own, and nothing is called by `id`. */
export function fromDraft04(schema: JsonObject): JsonObject {
  const { $schema: _, id: __, ...rest } = schema;
  const { exclusiveMinimum: aboveOnly, exclusiveMaximum: belowOnly, ...members } = rest;
  const read = Object.fromEntries(Object.entries(members).map(([keyword, value]) => [keyword, readMember(keyword, value)]));
  if (aboveOnly === true) moveBound(read, "minimum", "exclusiveMinimum");
  if (belowOnly === true) moveBound(read, "maximum", "exclusiveMaximum");
  return read;
}

function readMember(keyword: string, value: Json | undefined): Json {
  if (byName.has(keyword) && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, readSchema(one)]));
  return nested.has(keyword) ? readSchema(value) : (value ?? null);
}

function readSchema(value: Json | undefined): Json {
  if (isArray(value)) return value.map(readSchema);
  return isObject(value) ? fromDraft04(value) : (value ?? null);
}

function moveBound(schema: Record<string, Json>, from: string, to: string): void {
  const { [from]: bound } = schema;
  if (bound === undefined) return;
  schema[to] = bound;
  delete schema[from];
}
