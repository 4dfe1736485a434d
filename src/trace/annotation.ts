import { memoizedBy } from "../base/memoized.ts";
import { valueAt, isArray, type Json } from "../jsonrpc/json.ts";
import { eventsOf, type Trace } from "./trace.ts";

/** What one JSON Schema validator said: whether it knows the dialect, its verdict, and its complaints. */
export type Opinion = { readonly supported: boolean; readonly valid: boolean; readonly errors: readonly string[] };

/**
 * What the two validators said about one thing: a schema of a tool (`which`), the arguments of a call, or its structured
 * content. `timedOut` means that validation was given up: then there is no opinion.
 */
export type SchemaOpinion = {
  readonly seq: number;
  readonly about: number;
  readonly tool: string;
  readonly which: string;
  readonly ajv: Opinion;
  readonly hyperjump: Opinion;
  readonly timedOut: boolean;
};

/** The names of the annotations the JSON Schema oracle writes. */
export type SchemaAnnotation = "json-schema" | "arguments" | "structured-content";

/** The annotations of one name, in order. */
export const schemaOpinions = memoizedBy((trace: Trace, name: SchemaAnnotation): readonly SchemaOpinion[] =>
  eventsOf(trace, "annotation")
    .filter((event) => event.name === name)
    .map(({ seq, about, value }) => ({
      seq,
      about,
      tool: textAt(value, "tool"),
      which: textAt(value, "which"),
      ajv: opinion(valueAt(value, "ajv")),
      hyperjump: opinion(valueAt(value, "hyperjump")),
      timedOut: valueAt(value, "timedOut") === true,
    })),
);

function opinion(value: Json | undefined): Opinion {
  const errors = valueAt(value, "errors");
  return {
    supported: valueAt(value, "supported") === true,
    valid: valueAt(value, "valid") === true,
    errors: isArray(errors) ? errors.filter((error): error is string => typeof error === "string") : [],
  };
}

function textAt(value: Json, member: string): string {
  const text = valueAt(value, member);
  return typeof text === "string" ? text : "";
}

/** Both validators know the dialect and both refuse: the only ground for an accusation. */
export function bothRefuse(found: SchemaOpinion): boolean {
  return bothJudge(found) && !found.ajv.valid && !found.hyperjump.valid;
}

/** Both validators know the dialect and came to a verdict. */
export function bothJudge(found: SchemaOpinion): boolean {
  return !found.timedOut && found.ajv.supported && found.hyperjump.supported;
}
