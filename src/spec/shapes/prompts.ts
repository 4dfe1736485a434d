import { flag, integer, list, literal, object, optional, ranged, record, required, since, text, union, until } from "../shape.ts";
import { Role, cacheFields, named, pageFields, resultFields, withIcons, withMeta } from "./base.ts";
import { ContentBlock } from "./content.ts";
import { retryFields } from "./input.ts";
import { requestFields } from "./request-params.ts";

/** An argument a prompt takes. */
export const PromptArgument = object({ ...named, description: optional(text), required: optional(flag) });

/** A prompt in a list. */
export const Prompt = object({
  ...named,
  description: optional(text),
  arguments: optional(list(PromptArgument)),
  ...withIcons,
  ...withMeta,
});

/** The answer to `prompts/list`. */
export const ListPromptsResult = object({
  ...resultFields,
  ...cacheFields,
  ...pageFields,
  prompts: required(list(Prompt)),
});

/** The params of `prompts/get`. */
export const GetPromptRequestParams = object({
  ...requestFields,
  ...retryFields,
  name: required(text),
  arguments: optional(record(text)),
});

/** One message of a prompt. */
export const PromptMessage = object({ role: required(Role), content: required(ContentBlock) });

/** The answer to `prompts/get`. */
export const GetPromptResult = object({
  ...resultFields,
  description: optional(text),
  messages: required(list(PromptMessage)),
});

/** Points at a prompt. */
export const PromptReference = object({ type: required(literal("ref/prompt")), ...named });

const pointer = object({ type: required(literal("ref/resource")), uri: required(text) });

/** Points at a resource or template, as it was called until 2025-03-26. */
export const ResourceReference = ranged(until("2025-03-26"), pointer);

/** Points at a resource template. */
export const ResourceTemplateReference = ranged(since("2025-06-18"), pointer);

/** The params of `completion/complete`. */
export const CompleteRequestParams = object({
  ...requestFields,
  ref: required(union(PromptReference, ResourceReference, ResourceTemplateReference)),
  argument: required(object({ name: required(text), value: required(text) })),
  context: optional(object({ arguments: optional(record(text)) }), since("2025-06-18")),
});

const completionFields = { total: optional(integer), hasMore: optional(flag) };

/** The answer to `completion/complete`. */
export const CompleteResult = object({
  ...resultFields,
  completion: required(
    object({
      values: [required(list(text), until("2025-11-25")), required(list(text, 100), since("2026-07-28"))],
      ...completionFields,
    }),
  ),
});
