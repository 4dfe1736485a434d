import {
  anyObject,
  flag,
  list,
  literal,
  object,
  oneOf,
  optional,
  ranged,
  record,
  required,
  since,
  text,
  until,
  type Fields,
} from "../shape.ts";
import { named, withIcons, withMeta } from "./base.ts";

/** Hints about what a tool does; to be trusted only from trusted servers. */
export const ToolAnnotations = ranged(
  since("2025-03-26"),
  object({
    title: optional(text),
    readOnlyHint: optional(flag),
    destructiveHint: optional(flag),
    idempotentHint: optional(flag),
    openWorldHint: optional(flag),
  }),
);

const tasksOnly = { since: "2025-11-25", until: "2025-11-25" } as const;

/** Whether a tool can run as a task. */
export const ToolExecution = ranged(tasksOnly, object({ taskSupport: optional(oneOf("forbidden", "optional", "required")) }));

/** Until 2025-11-25 the schema of a property had to be an object, so that `true` was not one. */
const argumentsSchema: Fields = {
  $schema: optional(text, since("2025-11-25")),
  type: required(literal("object")),
  properties: optional(record(anyObject), until("2025-11-25")),
  required: optional(list(text), until("2025-11-25")),
};

/** A tool in a list. */
export const Tool = object({
  ...named,
  description: optional(text),
  inputSchema: required(object(argumentsSchema)),
  outputSchema: [
    optional(object(argumentsSchema), { since: "2025-06-18", until: "2025-11-25" }),
    optional(object({ $schema: optional(text) }), since("2026-07-28")),
  ],
  annotations: optional(ToolAnnotations, since("2025-03-26")),
  execution: optional(ToolExecution, tasksOnly),
  ...withIcons,
  ...withMeta,
});
