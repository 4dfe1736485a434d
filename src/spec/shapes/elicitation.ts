import { flag, list, literal, number, object, oneOf, optional, ranged, record, required, since, text, union } from "../shape.ts";
import { PrimitiveSchemaDefinition } from "./form-schema.ts";
import { clientResultFields } from "./base.ts";
import { statefulMeta, taskFields } from "./request-params.ts";

const withUrls = since("2025-11-25");
const requestedSchema = object({
  $schema: optional(text, withUrls),
  type: required(literal("object")),
  properties: required(record(PrimitiveSchemaDefinition)),
  required: optional(list(text)),
});

/** The params of `elicitation/create` that ask to fill in a form. */
export const ElicitRequestFormParams = ranged(
  since("2025-06-18"),
  object({
    _meta: statefulMeta,
    ...taskFields,
    mode: optional(literal("form"), withUrls),
    message: required(text),
    requestedSchema: required(requestedSchema),
  }),
);

/** The params of `elicitation/create` that ask to visit a page. */
export const ElicitRequestURLParams = ranged(
  withUrls,
  object({
    _meta: statefulMeta,
    ...taskFields,
    mode: required(literal("url")),
    message: required(text),
    url: required(text),
    elicitationId: required(text, { since: "2025-11-25", until: "2025-11-25" }),
  }),
);

/** The params of `elicitation/create`. */
export const ElicitRequestParams = ranged(since("2025-06-18"), union(ElicitRequestURLParams, ElicitRequestFormParams));

/** A filled-in value. A number may have a fraction, as in the TypeScript schema; the generated JSON schema says integer. */
const filledIn = union(text, number, flag, ranged(withUrls, list(text)));

/** The answer to `elicitation/create`. */
export const ElicitResult = ranged(
  since("2025-06-18"),
  object({
    ...clientResultFields,
    action: required(oneOf("accept", "cancel", "decline")),
    content: optional(record(filledIn)),
  }),
);

/** The params of `notifications/elicitation/complete`. */
export const ElicitationCompleteNotificationParams = ranged(
  { since: "2025-11-25", until: "2025-11-25" },
  object({ elicitationId: required(text) }),
);
