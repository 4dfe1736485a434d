import { isArray, isObject, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import { typesOf } from "../tool.ts";
import { keywordNote, noted, without } from "./words.ts";

/** The keywords that say something of values of one type. */
const keywordsOf: Readonly<Record<string, readonly string[]>> = {
  array: ["items", "minItems", "maxItems", "uniqueItems", "prefixItems"],
  object: ["properties", "required", "additionalProperties", "propertyOrdering", "minProperties", "maxProperties"],
  string: ["pattern", "format", "minLength", "maxLength", "enum"],
  number: ["minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum"],
  integer: ["minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum"],
};

/** A schema of one type in place of one of several: null becomes `nullable`, others alternatives. */
export function ofOneType(schema: JsonObject): JsonObject {
  const types = typesOf(schema).filter((type) => type !== "null");
  const [only = "string", ...more] = types;
  const nullable = typesOf(schema).includes("null") ? { nullable: true } : {};
  if (more.length === 0) return { ...schema, type: only, ...nullable };
  if (schema["anyOf"] !== undefined) return noted({ ...schema, type: only, ...nullable }, keywordNote("type", types));
  const special = [...new Set(Object.values(keywordsOf).flat())].filter((keyword) => schema[keyword] !== undefined);
  const anyOf = types.map((type) => ({
    type,
    ...Object.fromEntries(special.filter((one) => keywordsOf[type]?.includes(one) === true).map((one) => [one, schema[one]])),
  }));
  return { ...without(schema, "type", ...special), anyOf, ...nullable };
}

/** A schema without alternatives that are nothing but null, which `nullable` says instead. */
export function withoutNullAlternative(schema: JsonObject): JsonObject {
  const { anyOf } = schema;
  if (!isArray(anyOf)) return schema;
  const others = anyOf.filter((one) => !isObject(one) || one["type"] !== "null");
  if (others.length === anyOf.length) return schema;
  const rest = { ...without(schema, "anyOf"), nullable: true };
  const [only, ...more] = others;
  if (more.length === 0) return isObject(only) ? { ...only, ...rest } : rest;
  return { ...rest, anyOf: others };
}

/** A schema whose enum holds strings only, or that says its values in words. */
export function withStringEnum(schema: JsonObject): JsonObject {
  const values = isArray(schema["enum"]) ? schema["enum"] : [];
  const types = typesOf(schema).filter((type) => type !== "null");
  const others = values.filter((value) => value !== null);
  const nullable = others.length < values.length ? { nullable: true } : {};
  const [first] = others;
  if (others.length > 0 && others.every((value) => typeof value === "string") && (types.length === 0 || types.includes("string")))
    return { ...schema, type: "string", enum: others, ...nullable };
  const type = types[0] ?? typeWord(first);
  return noted({ ...without(schema, "enum"), ...(type === undefined ? {} : { type }), ...nullable }, keywordNote("enum", values));
}

function typeWord(value: Json | undefined): string | undefined {
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "boolean" || typeof value === "string") return typeof value;
  return isArray(value) ? "array" : isObject(value) ? "object" : undefined;
}

/** A schema that null fits as well. */
export function orNull(schema: JsonObject): JsonObject {
  const values = schema["enum"];
  const types = typesOf(schema);
  const withNull = isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {};
  if (types.includes("null")) return { ...schema, ...withNull };
  const { anyOf } = schema;
  if (isArray(anyOf) && types.length === 0)
    return anyOf.some((one) => isObject(one) && one["type"] === "null")
      ? schema
      : { ...schema, anyOf: [...anyOf, { type: "null" }] };
  if (types.length === 0 || schema["const"] !== undefined || anyOf !== undefined)
    return Object.keys(without(schema, "description", "title")).length === 0 ? schema : { anyOf: [schema, { type: "null" }] };
  return { ...schema, type: [...types, "null"], ...withNull };
}
