import { asObject, valueAt, isArray, isObject, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import { sampleValue } from "../../session/sample-value.ts";
import type { ArgumentChoice } from "../../suite/scenario.ts";

/** Whether a tool may be called without asking: the server itself says that it changes nothing. */
export function isReadOnly(tool: JsonObject): boolean {
  return valueAt(tool, "annotations", "readOnlyHint") === true && typeof tool["name"] === "string";
}

/** The names of the arguments a tool cannot do without. */
export function requiredOf(tool: JsonObject): string[] {
  const required = valueAt(tool, "inputSchema", "required");
  return isArray(required) ? required.filter((name) => typeof name === "string") : [];
}

/** Keywords that leave a text less than free. */
const restricting = ["enum", "const", "pattern", "format", "maxLength", "anyOf", "oneOf", "allOf", "not"];

/** Whether a schema takes any text. */
export function isFreeText(schema: JsonObject): boolean {
  return schema["type"] === "string" && !restricting.some((keyword) => Object.hasOwn(schema, keyword));
}

/** Arguments that fit, once for each text, which is one of them and free; undefined where a tool takes no free text. */
export function argumentsWith(tool: JsonObject, texts: readonly string[]): JsonObject[] | undefined {
  const valid = toolArguments(tool, "valid");
  const properties = asObject(valueAt(tool, "inputSchema", "properties"));
  const name = [...requiredOf(tool), ...Object.keys(properties)].find((one) => isFreeText(asObject(properties[one])));
  return valid === undefined || name === undefined ? undefined : texts.map((text) => ({ ...valid, [name]: text }));
}

/** How arguments are called that take the path of a file. */
const pathNames = /^(?:path|file|file_?name|file_?path|full_?path|absolute_?path)$/i;

/** Arguments that fit, with the path of a file for the one that takes it; undefined where a tool takes none. */
export function pathArguments(tool: JsonObject, path: string): JsonObject[] | undefined {
  const properties = asObject(valueAt(tool, "inputSchema", "properties"));
  const name = Object.keys(properties).find((one) => pathNames.test(one) && isFreeText(asObject(properties[one])));
  const valid = toolArguments(tool, "valid");
  return valid === undefined || name === undefined ? undefined : [{ ...valid, [name]: path }];
}

/** Arguments for a tool as a scenario wants them, derived from its input schema; undefined where none can be derived. */
export function toolArguments(tool: JsonObject, choice: ArgumentChoice | "none"): JsonObject | undefined {
  if (typeof choice === "object") return choice;
  if (choice === "none") return {};
  const valid = sampleValue({ type: "object", ...asObject(tool["inputSchema"]) });
  if (!isObject(valid)) return undefined;
  switch (choice) {
    case "valid":
      return valid;
    case "extra":
      return { ...valid, mcpcheck_unknown_argument: true };
    case "missing": {
      const [omitted] = requiredOf(tool);
      return omitted === undefined ? undefined : Object.fromEntries(Object.entries(valid).filter(([name]) => name !== omitted));
    }
    case "mistyped":
      return mistyped(tool, valid);
  }
}

/** One member, a required one if there is any, with a value of a type its schema plainly excludes. */
function mistyped(tool: JsonObject, valid: JsonObject): JsonObject | undefined {
  const properties = asObject(valueAt(tool, "inputSchema", "properties"));
  const names = [...requiredOf(tool), ...Object.keys(properties)];
  for (const name of names) {
    const wrong = valueOfWrongType(properties[name]);
    if (wrong !== undefined) return { ...valid, [name]: wrong };
  }
  return undefined;
}

/** Servers often coerce between strings, numbers and booleans; an object or a list where a scalar belongs is never right. */
function valueOfWrongType(schema: Json | undefined): Json | undefined {
  const type = valueAt(schema, "type");
  if (typeof type !== "string") return undefined;
  if (["string", "number", "integer", "boolean"].includes(type)) return { mcpcheck: ["neither text nor number"] };
  return type === "array" || type === "object" ? 7 : undefined;
}
