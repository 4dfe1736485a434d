import {
  anyObject,
  fraction,
  integer,
  list,
  literal,
  number,
  object,
  oneOf,
  optional,
  ranged,
  required,
  since,
  text,
  union,
} from "../shape.ts";
import { Role } from "./base.ts";
import { AudioContent, ImageContent, TextContent, outcomeFields } from "./content.ts";
import { statefulMeta, taskFields } from "./request-params.ts";
import { Tool } from "./tool.ts";

const withTools = since("2025-11-25");

const blockMeta = { _meta: optional(anyObject) };

/** A name, or part of one, of a model the server would like. */
export const ModelHint = object({ name: optional(text) });

/** What the server would like of the model. */
export const ModelPreferences = object({
  hints: optional(list(ModelHint)),
  costPriority: optional(fraction),
  speedPriority: optional(fraction),
  intelligencePriority: optional(fraction),
});

/** Whether the model may, must or must not use tools. */
export const ToolChoice = ranged(withTools, object({ mode: optional(oneOf("auto", "none", "required")) }));

/** A tool call of the model. */
export const ToolUseContent = ranged(
  withTools,
  object({
    type: required(literal("tool_use")),
    id: required(text),
    name: required(text),
    input: required(anyObject),
    ...blockMeta,
  }),
);

/** What a tool call came to. */
export const ToolResultContent = ranged(
  withTools,
  object({ type: required(literal("tool_result")), toolUseId: required(text), ...outcomeFields, ...blockMeta }),
);

/** What a message to or from the model is made of. Named so since 2025-11-25; in use since the first revision. */
export const SamplingMessageContentBlock = union(TextContent, ImageContent, AudioContent, ToolUseContent, ToolResultContent);

const content = required(union(SamplingMessageContentBlock, ranged(withTools, list(SamplingMessageContentBlock))));

/** One message of the conversation. */
export const SamplingMessage = object({ role: required(Role), content, _meta: optional(anyObject, withTools) });

/** The params of `sampling/createMessage`. */
export const CreateMessageRequestParams = object({
  _meta: statefulMeta,
  ...taskFields,
  messages: required(list(SamplingMessage)),
  maxTokens: required(integer),
  modelPreferences: optional(ModelPreferences),
  systemPrompt: optional(text),
  includeContext: optional(oneOf("allServers", "none", "thisServer")),
  temperature: optional(number),
  stopSequences: optional(list(text)),
  metadata: optional(anyObject),
  tools: optional(list(Tool), withTools),
  toolChoice: optional(ToolChoice, withTools),
});

/** The answer to `sampling/createMessage`. */
export const CreateMessageResult = object({
  role: required(Role),
  content,
  model: required(text),
  stopReason: optional(text),
  _meta: optional(anyObject),
});
