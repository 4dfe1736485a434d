import { isObject, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import { deepestLevel, nestsDeeper } from "../../jsonrpc/nesting.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import { mayTakeLong, schemaValidator, type SchemaValidator } from "./schema-validator.ts";
import { withinTime } from "./within-time.ts";

/** Arguments that can be sent, or why they cannot. */
export type ReadArguments = { readonly value: JsonObject } | { readonly error: string };

type Settings = Pick<HostProfile["tools"], "unparsableArguments" | "validateArguments">;

/**
 * The arguments of a call as an object, from the text a model gave: JSON, also wrapped into a string once more; nothing and null
 * mean none.
 */
export function readArguments(text: string, { unparsableArguments }: Settings): ReadArguments {
  const value = unwrapped(text);
  if (value === null) return { value: {} };
  if (nestsDeeper(value)) return { error: `the arguments nest deeper than ${deepestLevel} levels` };
  if (isObject(value)) return { value };
  if (unparsableArguments === "empty") return { value: {} };
  const what = value === undefined ? "are not valid JSON" : "are not a JSON object";
  return { error: `the arguments ${what}` };
}

function unwrapped(text: string): Json | undefined {
  if (text.trim() === "") return null;
  const once = parsed(text);
  return typeof once === "string" ? (once.trim() === "" ? null : parsed(once)) : once;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** What the host finds wrong with arguments before the server sees them, if anything. */
export function argumentsDefect(schema: JsonObject, value: JsonObject, { validateArguments }: Settings): string | undefined {
  if (validateArguments === "none") return undefined;
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const missing = required.filter((name) => typeof name === "string" && !Object.hasOwn(value, name));
  if (missing.length > 0) return `missing required argument${missing.length > 1 ? "s" : ""}: ${missing.map(String).join(", ")}`;
  return validateArguments === "schema" ? schemaDefect(schema, value) : undefined;
}

/** How long a server's schema may take over one call, in ms. */
const judgingMs = 250;

/** A schema that cannot be compiled, takes too long or refers to itself without end judges nothing: that is the server's fault, which answers for itself. */
function schemaDefect(schema: JsonObject, value: JsonObject): string | undefined {
  const validate = schemaValidator(schema);
  if (validate === "unusable") return undefined;
  const judged = judgedBy(validate, schema, value);
  if (judged === undefined || judged.value) return undefined;
  const [error] = validate.errors ?? [];
  const place = error === undefined || error.instancePath === "" ? "the arguments" : error.instancePath;
  return `${place} ${error?.message ?? "do not fit the schema"}`;
}

function judgedBy(
  validate: Exclude<SchemaValidator, "unusable">,
  schema: JsonObject,
  value: JsonObject,
): { readonly value: boolean } | undefined {
  try {
    return mayTakeLong(schema) ? withinTime(judgingMs, () => validate(value)) : { value: validate(value) };
  } catch (error) {
    if (error instanceof RangeError) return undefined; // the stack was not deep enough
    throw error;
  }
}
