import { isArray, isObject, type Json, type JsonObject } from "../jsonrpc/json.ts";

/** Members of a schema that hold schemas by name, in a list, or one. */
const byName: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);
const inList: ReadonlySet<string> = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);
const single: ReadonlySet<string> = new Set(
  ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"].concat([
    "additionalItems",
    "unevaluatedItems",
    "unevaluatedProperties",
  ]),
);

/** A schema inside a schema: where it stands, as a JSON pointer from the outermost, and in how many objects, that one counted. */
export type SchemaNode = { readonly schema: JsonObject; readonly pointer: string; readonly depth: number };

/** How deep is looked: what is nested deeper than any provider takes is not worth a longer look. */
const deepest = 64;

/** A schema and every schema in it, outermost first, but for what is below `opaque` keywords. References are not followed. */
export function schemaNodes(root: JsonObject, opaque: readonly string[] = []): SchemaNode[] {
  const nodes: SchemaNode[] = [];
  const visit = (schema: JsonObject, pointer: string, depth: number): void => {
    if (depth > deepest) return;
    nodes.push({ schema, pointer, depth });
    for (const { schema: inner, at, member } of innerSchemas(schema))
      if (isObject(inner) && !opaque.includes(member)) visit(inner, `${pointer}${at}`, depth + (member === "properties" ? 1 : 0));
  };
  visit(root, "", 1);
  return nodes;
}

/** The schemas that stand directly in one, boolean ones too. */
export function innerSchemas(schema: JsonObject): { readonly schema: Json; readonly at: string; readonly member: string }[] {
  return Object.entries(schema).flatMap(([member, value]) => {
    if (value === undefined) return [];
    if (byName.has(member) && isObject(value))
      return Object.entries(value).map(([name, one]) => ({ schema: one ?? null, at: `/${member}/${step(name)}`, member }));
    if ((inList.has(member) || member === "items") && isArray(value))
      return value.map((one, index) => ({ schema: one, at: `/${member}/${index}`, member }));
    return single.has(member) ? [{ schema: value, at: `/${member}`, member }] : [];
  });
}

/** A schema with each schema directly in it put through `change`. */
export function mapInner(schema: JsonObject, change: (inner: JsonObject, member: string) => JsonObject): JsonObject {
  const changed = (value: Json | undefined, member: string): Json => (isObject(value) ? change(value, member) : (value ?? null));
  const pairs = Object.entries(schema).flatMap(([member, value]): [string, Json][] => {
    if (value === undefined) return [];
    if (byName.has(member) && isObject(value))
      return [[member, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, changed(one, member)]))]];
    if ((inList.has(member) || member === "items") && isArray(value)) return [[member, value.map((one) => changed(one, member))]];
    return [[member, single.has(member) ? changed(value, member) : value]];
  });
  return Object.fromEntries(pairs);
}

/** One step of a JSON pointer (RFC 6901). */
export const step = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");
