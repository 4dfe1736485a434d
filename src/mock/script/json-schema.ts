import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type Json, type JsonObject, isObject } from "../../jsonrpc/json.ts";
import { fromDraft04 } from "./from-draft-04.ts";

const compiled = new WeakMap<JsonObject, ValidateFunction>();

/** What is wrong with a value by a JSON Schema (2020-12 unless it says draft-07 or draft-04), or with that, in one line, or undefined. */
export function firstSchemaError(schema: JsonObject, value: Json): string | undefined {
  // The schema of most tools in scripts; compiling it would take longer than all else a mock server does for a call.
  if (isObject(value) && takesAnyObject(schema)) return undefined;
  let validate: ValidateFunction;
  try {
    validate = compiled.get(schema) ?? compile(schema);
  } catch (error) {
    return `its schema cannot be used: ${error instanceof Error ? error.message : String(error)}`.replaceAll(/\s+/g, " ");
  }
  compiled.set(schema, validate);
  if (validate(value)) return undefined;
  const [error] = validate.errors ?? [];
  const place = error === undefined || error.instancePath === "" ? "the value" : error.instancePath;
  return `${place} ${error?.message ?? "is not valid"}`;
}

function takesAnyObject({ type, properties = {}, ...more }: JsonObject): boolean {
  return type === "object" && isObject(properties) && Object.keys({ ...properties, ...more }).length === 0;
}

/** A script's schema is taken as it is: judging it by that of its dialect would take most of the time. */
function compile(schema: JsonObject): ValidateFunction {
  const dialect = schema["$schema"];
  const isOld = typeof dialect === "string" && dialect.includes("draft-04");
  // Only a reference can lead to the dialect's own schema.
  const meta = JSON.stringify(schema).includes("$ref");
  const options = { strict: false, validateFormats: false, validateSchema: false, meta, logger: false } as const;
  if (isOld) return new Ajv(options).compile(fromDraft04(schema));
  const ajv = typeof dialect === "string" && dialect.includes("draft-07") ? new Ajv(options) : new Ajv2020(options);
  return ajv.compile(schema);
}
