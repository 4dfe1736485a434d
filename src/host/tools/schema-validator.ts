import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonObject } from "../../jsonrpc/json.ts";
import { withinTime } from "./within-time.ts";

/** A compiled schema, or that it cannot be compiled and so judges nothing. */
export type SchemaValidator = ValidateFunction | "unusable";

const options = { strict: false, validateFormats: false, logger: false } as const;

/** Most schemas that are kept by their text, and the longest text that is. */
const keptSchemas = 200;
const keptChars = 65_536;

/** How long a server's schema may take to compile, in ms. */
const compilingMs = 2000;

const slow = new WeakMap<JsonObject, boolean>();
const bySchema = new WeakMap<JsonObject, SchemaValidator>();
const byText = new Map<string, SchemaValidator>();

/** Compiled by the first schema of a dialect and kept: its own schema is what takes most of the time. */
const judges = new Map<typeof Ajv | typeof Ajv2020, Ajv>();

/**
 * The validator of a tool's schema. Every connection brings a copy of the same schemas; compiling one takes many times as
 * long as a call, so equal texts share a validator.
 */
export function schemaValidator(schema: JsonObject): SchemaValidator {
  const known = bySchema.get(schema);
  if (known !== undefined) return known;
  const text = JSON.stringify(schema);
  const validator = byText.get(text) ?? compiled(schema);
  bySchema.set(schema, validator);
  if (text.length <= keptChars && !byText.has(text)) {
    const [oldest] = byText.keys();
    if (byText.size >= keptSchemas && oldest !== undefined) byText.delete(oldest);
    byText.set(text, validator);
  }
  return validator;
}

function compiled(schema: JsonObject): SchemaValidator {
  const dialect = schema["$schema"];
  const Dialect = typeof dialect === "string" && dialect.includes("draft-07") ? Ajv : Ajv2020;
  const judge = judges.get(Dialect) ?? new Dialect(options);
  judges.set(Dialect, judge);
  try {
    const made = withinTime(compilingMs, () => {
      if (judge.validateSchema(schema) !== true) return "unusable";
      // An instance of its own: schemas of different servers may have the same $id.
      return new Dialect({ ...options, validateSchema: false }).compile(schema);
    });
    if (made === undefined) judges.delete(Dialect); // it was stopped in the middle of something
    return made?.value ?? "unusable";
  } catch {
    return "unusable";
  }
}

/**
 * Whether validating by a schema can take longer than reading schema and value does: patterns that try every way to fit,
 * references that stand for more than is written, comparisons of every item with every other.
 */
export function mayTakeLong(schema: JsonObject): boolean {
  const known =
    slow.get(schema) ??
    /"(pattern|patternProperties|uniqueItems|\$ref|\$dynamicRef|\$recursiveRef)"/.test(JSON.stringify(schema));
  slow.set(schema, known);
  return known;
}
