import { isArray, isObject, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import { sameJson } from "../../jsonrpc/sorted-json.ts";
import { schemasIn } from "../tool.ts";
import { keywordNote, noted, without } from "./words.ts";

const strings = (value: Json | undefined): string[] =>
  isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];

/** One schema of a schema and what it combines by `keyword`: it takes at least what they took, and says the rest in words. */
export function merged(schema: JsonObject, keyword: "allOf" | "anyOf" | "oneOf"): JsonObject {
  const parts = isArray(schema[keyword]) ? schema[keyword] : [];
  const rest = without(schema, keyword);
  const objects = parts.filter(isObject);
  if (keyword === "allOf") return objects.reduce((sum, part) => both(sum, part), rest);
  if (!objects.every(isObjectLike)) return noted(rest, keywordNote(keyword, schema[keyword]));
  const [first, ...more] = objects.map(({ required }) => strings(required));
  const always = (first ?? []).filter((name) => more.every((names) => names.includes(name)));
  const required = [...new Set([...strings(rest["required"]), ...always])];
  const open = { ...withProperties(rest, objects), ...(required.length > 0 ? { required } : {}) };
  const groups = objects.map((part) => strings(part["required"]).join(" and ")).filter((names) => names !== "");
  return noted(open, groups.length > 1 ? `give either ${groups.join(", or ")}` : keywordNote(keyword, schema[keyword]));
}

const isObjectLike = (schema: JsonObject): boolean =>
  schema["type"] === "object" ||
  (schema["type"] === undefined && (isObject(schema["properties"]) || isArray(schema["required"])));

/** A schema with the properties of others as well; what has the same name and is not the same may be either. */
function withProperties(schema: JsonObject, others: readonly JsonObject[]): JsonObject {
  const properties = new Map<string, Json>(schemasIn(schema, "properties"));
  for (const other of others)
    for (const [name, one] of schemasIn(other, "properties")) {
      const known = properties.get(name);
      if (known === undefined) properties.set(name, one);
      else if (!sameJson(known, one)) properties.set(name, { anyOf: [known, one] });
    }
  return properties.size === 0 ? schema : { ...schema, properties: Object.fromEntries(properties) };
}

/** A schema that demands what two demand, as far as one keyword can say it. */
function both(schema: JsonObject, part: JsonObject): JsonObject {
  const required = [...new Set([...strings(schema["required"]), ...strings(part["required"])])];
  const together = { ...withProperties(schema, [part]), ...(required.length > 0 ? { required } : {}) };
  return Object.entries(without(part, "properties", "required", "description")).reduce<JsonObject>((sum, [keyword, value]) => {
    if (sum[keyword] === undefined) return { ...sum, [keyword]: value };
    return sameJson(sum[keyword], value) ? sum : noted(sum, keywordNote(keyword, value));
  }, together);
}
