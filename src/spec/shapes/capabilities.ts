import { anyObject, flag, object, optional, record, since, until, type Fields } from "../shape.ts";

const experimental: Fields = {
  experimental: optional(record(anyObject)),
  extensions: optional(record(anyObject), since("2026-07-28")),
};

const tasksOf = (requests: Fields): Fields => ({
  tasks: optional(object({ list: optional(anyObject), cancel: optional(anyObject), requests: optional(object(requests)) }), {
    since: "2025-11-25",
    until: "2025-11-25",
  }),
});

/** What a client can be asked for. */
export const ClientCapabilities = object({
  ...experimental,
  roots: [optional(object({ listChanged: optional(flag) }), until("2025-11-25")), optional(anyObject, since("2026-07-28"))],
  sampling: optional(
    object({ context: optional(anyObject, since("2025-11-25")), tools: optional(anyObject, since("2025-11-25")) }),
  ),
  elicitation: optional(
    object({ form: optional(anyObject, since("2025-11-25")), url: optional(anyObject, since("2025-11-25")) }),
    since("2025-06-18"),
  ),
  ...tasksOf({
    sampling: optional(object({ createMessage: optional(anyObject) })),
    elicitation: optional(object({ create: optional(anyObject) })),
  }),
});

/** What a server offers. */
export const ServerCapabilities = object({
  ...experimental,
  logging: optional(anyObject),
  completions: optional(anyObject, since("2025-03-26")),
  prompts: optional(object({ listChanged: optional(flag) })),
  resources: optional(object({ subscribe: optional(flag), listChanged: optional(flag) })),
  tools: optional(object({ listChanged: optional(flag) })),
  ...tasksOf({ tools: optional(object({ call: optional(anyObject) })) }),
});
