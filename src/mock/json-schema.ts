import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Json, JsonObject } from "../jsonrpc/json.ts";

/** What is wrong with a value by a JSON Schema (2020-12 unless it says draft-07), in one line, or undefined. */
export function firstSchemaError(schema: JsonObject, value: Json): string | undefined {
  const dialect = schema["$schema"];
  const options = { strict: false, validateFormats: false, allErrors: false, logger: false } as const;
  const ajv = typeof dialect === "string" && dialect.includes("draft-07") ? new Ajv(options) : new Ajv2020(options);
  const validate = ajv.compile(schema);
  if (validate(value)) return undefined;
  const [error] = validate.errors ?? [];
  return `${error?.instancePath === "" || error === undefined ? "the value" : error.instancePath} ${error?.message ?? "is not valid"}`;
}
