import * as fc from "fast-check";
import { asObject, valueAt, isArray, isObject, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import { sampleValue } from "../../session/sample-value.ts";
import { oddNumbers, texts, values } from "./odd-values.ts";

/** Deeper than this a schema is taken for recursive. */
const maxDepth = 6;

/**
 * Values that fit a JSON Schema as far as its usual keywords go. Whether one really fits is never presumed: what is said
 * about a call rests on the validators. Where nothing can be derived, the sample value stands alone.
 */
function fittingValues(schema: Json | undefined, root: Json | undefined = schema, depth = 0): fc.Arbitrary<Json> {
  const sample = sampleValue(schema, root);
  const otherwise = sample === undefined ? values : fc.constant(sample);
  if (!isObject(schema) || depth > maxDepth || schema["$ref"] !== undefined || schema["allOf"] !== undefined) return otherwise;
  const choices = schema["enum"];
  if (isArray(choices) && choices.length > 0) return fc.constantFrom(...choices);
  if (schema["const"] !== undefined) return fc.constant(schema["const"]);
  const branches = schema["anyOf"] ?? schema["oneOf"];
  if (isArray(branches) && branches.length > 0)
    return fc.oneof(...branches.map((branch) => fittingValues(branch, root, depth + 1)));
  return fc.oneof(otherwise, ofType(schema, root, depth) ?? otherwise);
}

function ofType(schema: JsonObject, root: Json | undefined, depth: number): fc.Arbitrary<Json> | undefined {
  const declared = schema["type"];
  switch (isArray(declared) ? declared[0] : declared) {
    case "string":
      return schema["pattern"] === undefined && schema["format"] === undefined ? textsFor(schema) : undefined;
    case "integer":
      return fc.oneof(fc.integer(bounds(schema, 1)), edges(schema));
    case "number":
      return fc.oneof(fc.integer(bounds(schema, 1)), edges(schema));
    case "boolean":
      return fc.boolean();
    case "array":
      return listsFor(schema, root, depth);
    case "object":
      return objectsFor(schema, root, depth);
    default:
      return undefined;
  }
}

function textsFor(schema: JsonObject): fc.Arbitrary<Json> {
  const least = numberAt(schema, "minLength", 0);
  const most = numberAt(schema, "maxLength", 100_000);
  return texts.map((text) => text.slice(0, most).padEnd(least, "x"));
}

function bounds(schema: JsonObject, step: number): { min: number; max: number } {
  const min = Math.ceil(Math.max(numberAt(schema, "minimum", -1000), numberAt(schema, "exclusiveMinimum", -1001) + step));
  const max = Math.floor(Math.min(numberAt(schema, "maximum", 1000), numberAt(schema, "exclusiveMaximum", 1001) - step));
  return { min: Math.min(min, max), max: Math.max(min, max) };
}

/** The bounds themselves, where there are any. */
function edges(schema: JsonObject): fc.Arbitrary<Json> {
  const { min, max } = bounds(schema, 1);
  return fc.constantFrom(min, max);
}

function listsFor(schema: JsonObject, root: Json | undefined, depth: number): fc.Arbitrary<Json> {
  const minLength = Math.min(numberAt(schema, "minItems", 0), 20);
  const maxLength = Math.max(minLength, Math.min(numberAt(schema, "maxItems", 4), 4));
  return fc.array(fittingValues(schema["items"], root, depth + 1), { minLength, maxLength });
}

function objectsFor(schema: JsonObject, root: Json | undefined, depth: number): fc.Arbitrary<JsonObject> {
  const properties = Object.entries(asObject(schema["properties"]));
  const required = isArray(schema["required"]) ? schema["required"] : [];
  const model = Object.fromEntries(properties.map(([name, member]) => [name, fittingValues(member, root, depth + 1)]));
  return fc.record(model, {
    requiredKeys: properties.flatMap(([name]) => (required.includes(name) ? [name] : [])),
    noNullPrototype: true,
  });
}

/** Arguments that fit a tool's input schema, as far as that can be told. */
export function fittingArguments(tool: JsonObject): fc.Arbitrary<JsonObject> {
  const schema = asObject(tool["inputSchema"]);
  return objectsFor(schema, schema, 0);
}

/** Values for a member that its schema plainly excludes, or that lie just outside of what it allows. */
export function excludedValues(schema: Json | undefined): fc.Arbitrary<Json> {
  const choices = valueAt(schema, "enum");
  const outsiders = isArray(choices) ? choices.filter((one) => typeof one === "string").map((one) => `${one}x`) : [];
  const beyond = (["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] as const).flatMap((keyword) => {
    const bound = valueAt(schema, keyword);
    return typeof bound === "number" ? [bound - 1, bound, bound + 1] : [];
  });
  return fc.oneof(values, fc.constantFrom<Json[]>(null, ...oddNumbers, ...outsiders, ...beyond));
}

function numberAt(schema: JsonObject, keyword: string, otherwise: number): number {
  const value = schema[keyword];
  return typeof value === "number" ? value : otherwise;
}
