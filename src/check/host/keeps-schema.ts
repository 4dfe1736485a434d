import { isArray, isObject, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import { sameJson } from "./server-messages.ts";

/** Members that hold schemas by name, not one schema. */
const named = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);

/** Members that hold a value, or a list of values. */
const valued = new Set(["enum", "const", "default", "examples", "required", "type"]);

/** Of these those whose lists say the same in any order. */
const unordered = new Set(["enum", "required", "type"]);

/** What a host may write into a schema: words about it, and whether more arguments than it names are taken, which only asks for less. */
const added = new Set(["$schema", "title", "description", "additionalProperties"]);

/**
 * Whether a tool's schema, as a model is offered it, is that of its server. Model providers want schemas to say whether they are closed, and
 * libraries that build requests add their dialect, a title, or the type that a list of values has anyway: what the server said still stands then.
 */
export function keepsSchema(offered: Json | undefined, given: Json | undefined): boolean {
  if (isArray(given)) {
    const list = isArray(offered) ? offered : [];
    return list.length === given.length && given.every((one, index) => keepsSchema(list[index], one));
  }
  if (!isObject(given) || !isObject(offered)) return sameJson(offered, given);
  const isAdded = (key: string): boolean => !Object.hasOwn(given, key) && (added.has(key) || isTypeOfChoices(key, offered));
  const kept = Object.keys(offered).filter((key) => !isAdded(key));
  return (
    sameJson(kept.toSorted(), Object.keys(given).toSorted()) && kept.every((key) => keepsMember(key, offered[key], given[key]))
  );
}

function keepsMember(key: string, offered: Json | undefined, given: Json | undefined): boolean {
  if (unordered.has(key) && isArray(offered) && isArray(given)) return sameJson(inOrder(offered), inOrder(given));
  if (valued.has(key)) return sameJson(offered, given);
  if (!named.has(key) || !isObject(given) || !isObject(offered)) return keepsSchema(offered, given);
  const names = Object.keys(given);
  return (
    sameJson(Object.keys(offered).toSorted(), names.toSorted()) && names.every((name) => keepsSchema(offered[name], given[name]))
  );
}

/** Values as texts, in an order of their own. */
const inOrder = (values: readonly Json[]): string[] => values.map((value) => JSON.stringify(value)).toSorted();

/** Whether a value is of a type of JSON Schema. */
function isOfType(value: Json, type: Json | undefined): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return isArray(value);
  return value === null ? type === "null" : !isArray(value) && typeof value === type;
}

/** Whether a member says no more than the choices beside it do: of which type all of them are. */
function isTypeOfChoices(key: string, { type, enum: choices, const: only }: JsonObject): boolean {
  const all = isArray(choices) ? choices : only === undefined ? [] : [only];
  return key === "type" && all.length > 0 && all.every((one) => isOfType(one, type));
}
