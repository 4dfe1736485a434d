import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Json, JsonObject } from "../jsonrpc/json.ts";

const compiled = new WeakMap<JsonObject, ValidateFunction>();

/** What is wrong with a value by a JSON Schema (2020-12 unless it says draft-07), in one line, or undefined. */
export function firstSchemaError(schema: JsonObject, value: Json): string | undefined {
  const validate = compiled.get(schema) ?? compile(schema);
  compiled.set(schema, validate);
  if (validate(value)) return undefined;
  const [error] = validate.errors ?? [];
  const place = error === undefined || error.instancePath === "" ? "the value" : error.instancePath;
  return `${place} ${error?.message ?? "is not valid"}`;
}

function compile(schema: JsonObject): ValidateFunction {
  const dialect = schema["$schema"];
  const options = { strict: false, validateFormats: false, logger: false } as const;
  const ajv = typeof dialect === "string" && dialect.includes("draft-07") ? new Ajv(options) : new Ajv2020(options);
  return ajv.compile(schema);
}
