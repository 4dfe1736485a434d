import { asObject, valueAt, isArray, isObject, type Json, type JsonObject } from "../jsonrpc/json.ts";
import { samplePattern } from "./sample-pattern.ts";

/** Deeper than this a schema is taken for recursive and nothing is derived. */
const maxDepth = 12;

/** Schemas looked at for one value. References let a short schema stand for more of them than anybody can count. */
const maxSteps = 20_000;

/** Parts of one `allOf` that are put together; every one copies what came before. */
const maxParts = 100;

/** What a derivation goes by: the schema references lead into, and how many schemas it may still look at. */
type Derivation = { readonly root: Json | undefined; left: number };

/**
 * The smallest value that fits a JSON Schema, for schemas of the kind tools have: types, enums, constants, defaults and
 * examples, common formats, plain patterns, bounds, required properties, local references, `anyOf`/`oneOf`/`allOf`. Deterministic. Undefined
 * where none can be derived with confidence (an intricate pattern, a remote reference, recursion without end).
 */
export function sampleValue(schema: Json | undefined, root: Json | undefined = schema): Json | undefined {
  return derive(schema, { root, left: maxSteps }, 0);
}

function derive(schema: Json | undefined, derivation: Derivation, depth: number): Json | undefined {
  derivation.left -= 1;
  if (schema === true || schema === undefined) return "mcpcheck";
  if (!isObject(schema) || depth > maxDepth || derivation.left < 0) return undefined;
  const reference = schema["$ref"];
  if (typeof reference === "string") return derive(resolve(reference, derivation.root), derivation, depth + 1);
  for (const fixed of [schema["const"], schema["default"], firstOf(schema["examples"]), firstOf(schema["enum"])]) {
    if (fixed !== undefined) return fixed;
  }
  const alternatives = schema["anyOf"] ?? schema["oneOf"];
  if (isArray(alternatives))
    return firstDefined(alternatives, (branch) =>
      derivation.left < 0 ? undefined : derive(merge(schema, branch), derivation, depth + 1),
    );
  const all = schema["allOf"];
  if (isArray(all)) {
    if (all.length > maxParts) return undefined;
    const whole = all.reduce<Json>((merged, part) => merge(merged, part), { ...schema, allOf: undefined });
    return derive(whole, derivation, depth + 1);
  }
  return sampleOfType(schema, derivation, depth);
}

function sampleOfType(schema: JsonObject, derivation: Derivation, depth: number): Json | undefined {
  const declared = schema["type"];
  const type = isArray(declared) ? (declared.find((one) => one !== "null") ?? "null") : declared;
  switch (type) {
    case "string":
      return sampleString(schema);
    case "integer":
    case "number":
      return sampleNumber(schema, type === "integer");
    case "boolean":
      return false;
    case "null":
      return null;
    case "array":
      return sampleArray(schema, derivation, depth);
    case "object":
      return sampleObject(schema, derivation, depth);
    default:
      return "properties" in schema ? sampleObject(schema, derivation, depth) : "mcpcheck";
  }
}

const formats: Readonly<Record<string, string>> = {
  date: "2026-01-31",
  "date-time": "2026-01-31T12:00:00Z",
  time: "12:00:00Z",
  email: "someone@example.com",
  hostname: "example.com",
  ipv4: "127.0.0.1",
  ipv6: "::1",
  uri: "https://example.com/",
  url: "https://example.com/",
  "uri-reference": "https://example.com/",
  uuid: "3f2b8c1e-5a4d-4f6b-9c7d-1e2f3a4b5c6d",
};

function sampleString(schema: JsonObject): string | undefined {
  const format = schema["format"];
  const base = (typeof format === "string" ? formats[format] : undefined) ?? "mcpcheck";
  const least = numberOr(schema["minLength"], 0);
  const most = numberOr(schema["maxLength"], Number.POSITIVE_INFINITY);
  if (least > 10_000) return undefined;
  const pattern = schema["pattern"];
  if (pattern !== undefined)
    // A text that has to fit both a format and a pattern is not put together.
    return typeof pattern === "string" && format === undefined ? samplePattern(pattern, least, most) : undefined;
  return base.padEnd(least, "x").slice(0, Math.max(least, Math.min(base.length, most)));
}

function sampleNumber(schema: JsonObject, whole: boolean): number | undefined {
  const step = numberOr(schema["multipleOf"], whole ? 1 : 0);
  const exclusiveLow = numberOr(schema["exclusiveMinimum"], Number.NEGATIVE_INFINITY);
  const exclusiveHigh = numberOr(schema["exclusiveMaximum"], Number.POSITIVE_INFINITY);
  const low = Math.max(numberOr(schema["minimum"], Number.NEGATIVE_INFINITY), exclusiveLow);
  const high = Math.min(numberOr(schema["maximum"], Number.POSITIVE_INFINITY), exclusiveHigh);
  const fits = (value: number): boolean =>
    value >= low && value <= high && value !== exclusiveLow && value !== exclusiveHigh && (!whole || Number.isInteger(value));
  const up = (from: number): number => (step > 0 ? Math.ceil(from / step) * step : from);
  const candidates = [1, up(low), up(low) + (step || 1), (low + high) / 2, high, 0].filter((value) => Number.isFinite(value));
  return candidates.find((value) => fits(value) && (step === 0 || Number.isInteger(value / step)));
}

function sampleArray(schema: JsonObject, derivation: Derivation, depth: number): Json | undefined {
  const count = numberOr(schema["minItems"], 0);
  if (count > 100) return undefined;
  const items: Json[] = [];
  for (let index = 0; index < count; index += 1) {
    const item = derive(valueAt(schema, "prefixItems", index) ?? schema["items"], derivation, depth + 1);
    if (item === undefined || (index > 0 && schema["uniqueItems"] === true)) return undefined;
    items.push(item);
  }
  return items;
}

function sampleObject(schema: JsonObject, derivation: Derivation, depth: number): JsonObject | undefined {
  const required = schema["required"];
  const members: [string, Json][] = [];
  for (const name of isArray(required) ? required : []) {
    if (typeof name !== "string") return undefined;
    const value = derive(valueAt(schema, "properties", name), derivation, depth + 1);
    if (value === undefined) return undefined;
    members.push([name, value]);
  }
  return Object.fromEntries(members);
}

function resolve(reference: string, root: Json | undefined): Json | undefined {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return false;
  const path = reference
    .slice(2)
    .split("/")
    .map((part) => decodePart(part));
  return valueAt(root, ...path) ?? false;
}

function decodePart(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Both schemas at once, as far as simple keywords go: the later one wins, required lists and properties are united. */
function merge(one: Json, other: Json): Json {
  const a = asObject(one);
  const b = asObject(other);
  const { anyOf: _anyOf, oneOf: _oneOf, ...base } = a;
  const required = [...listOf(a["required"]), ...listOf(b["required"])];
  const properties = { ...asObject(a["properties"]), ...asObject(b["properties"]) };
  return {
    ...base,
    ...b,
    ...(required.length > 0 ? { required } : {}),
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
  };
}

function listOf(value: Json | undefined): readonly Json[] {
  return isArray(value) ? value : [];
}

function firstOf(value: Json | undefined): Json | undefined {
  return isArray(value) ? value[0] : undefined;
}

function firstDefined<T>(list: readonly T[], valueOf: (item: T) => Json | undefined): Json | undefined {
  for (const item of list) {
    const value = valueOf(item);
    if (value !== undefined) return value;
  }
  return undefined;
}

function numberOr(value: Json | undefined, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
