import type { Json } from "../../jsonrpc/json.ts";

/** The dialects of JSON Schema both validators know, and those only one of them does. */
export type Dialect = "2020-12" | "2019-09" | "draft-07" | "draft-06" | "draft-04" | "unknown";

/** One question for the validators: whether a schema is valid in its dialect, or whether a value fits a schema. */
export type SchemaJob = {
  readonly dialect: Dialect;
  readonly schema: Json;
  /** The value to validate; absent when the schema itself is in question. */
  readonly instance?: Json;
};

/** What one validator said. Not `supported` when it does not know the dialect or could not take the schema. */
export type ValidatorOpinion = { readonly supported: boolean; readonly valid: boolean; readonly errors: readonly string[] };

/** What both said. `timedOut` when it took too long or too much, and was given up. */
export type SchemaAnswer = { readonly ajv: ValidatorOpinion; readonly hyperjump: ValidatorOpinion; readonly timedOut?: true };

/** No opinion, and why. */
export function noOpinion(reason: string): ValidatorOpinion {
  return { supported: false, valid: false, errors: [reason] };
}

/** The answer to a question that was not asked, for no fault of its schema's. */
export function unasked(reason: string): SchemaAnswer {
  return { ajv: noOpinion(reason), hyperjump: noOpinion(reason) };
}

/** The answer to a question that was given up: what it asks is more than anybody can afford. */
export function givenUp(reason: string): SchemaAnswer {
  return { ajv: noOpinion(reason), hyperjump: noOpinion(reason), timedOut: true };
}

const identifiers: ReadonlyMap<string, Dialect> = new Map([
  ["https://json-schema.org/draft/2020-12/schema", "2020-12"],
  ["https://json-schema.org/draft/2019-09/schema", "2019-09"],
  ["http://json-schema.org/draft-07/schema", "draft-07"],
  ["http://json-schema.org/draft-06/schema", "draft-06"],
  ["http://json-schema.org/draft-04/schema", "draft-04"],
]);

/** The dialect a `$schema` names, or the default when there is none (basic, "Schema Dialect"). */
export function dialectOf(schema: Json, otherwise: Dialect): Dialect {
  const named = typeof schema === "object" && schema !== null && "$schema" in schema ? schema["$schema"] : undefined;
  if (named === undefined) return otherwise;
  return typeof named === "string" ? (identifiers.get(named.replace(/#$/, "")) ?? "unknown") : "unknown";
}
