import * as z from "zod";
import type { ModelTool, ToolChoice } from "../../../model/model-backend.ts";
import type { ContentPart, ModelMessage } from "../../../model/model-message.ts";
import type { HostProfile } from "../../profile/host-profile.ts";
import { extraFields, type Extras, fewExtras } from "../extras.ts";
import { badRequest, type Read, readBy } from "../fields.ts";

/** What /v1/chat/completions was asked. */
export type OpenaiChat = {
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  readonly stream: boolean;
  readonly includeUsage: boolean;
  readonly options: Readonly<Record<string, unknown>>;
  readonly tools: readonly ModelTool[];
  readonly toolChoice: ToolChoice | undefined;
  readonly extras: Extras;
};

const record = z.record(z.string(), z.unknown());
const part = z.union([
  z.looseObject({ type: z.literal("text"), text: z.string() }),
  z.looseObject({ type: z.literal("image_url"), image_url: z.looseObject({ url: z.string() }) }),
]);
const message = z.looseObject({
  role: z.enum(["system", "developer", "user", "assistant", "tool"]),
  content: z.union([z.string(), z.array(part)]).nullish(),
  name: z.string().nullish(),
  reasoning_content: z.string().nullish(),
  tool_calls: z
    .array(
      z.looseObject({
        id: z.string(),
        type: z.literal("function").optional(),
        function: z.looseObject({ name: z.string(), arguments: z.string() }),
      }),
    )
    .nullish(),
  tool_call_id: z.string().nullish(),
});
const tool = z.looseObject({
  type: z.literal("function", { error: 'expected "function"' }),
  function: z.looseObject({ name: z.string().min(1), description: z.string().nullish(), parameters: record.nullish() }),
});
const choice = z.union([
  z.enum(["none", "auto", "required"]),
  z.looseObject({ type: z.literal("function"), function: z.looseObject({ name: z.string().min(1) }) }),
]);
const body = z.looseObject({
  model: z.string().min(1),
  messages: z.array(message),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  tools: z.array(tool).nullish(),
  tool_choice: choice.nullish(),
  n: z.literal(1, { error: "only one choice is given" }).nullish(),
});
const extrasBody = z.looseObject(extraFields);

/** Settings of OpenAI's API that go on to the model. */
const optionNames = [
  "temperature",
  "top_p",
  "max_tokens",
  "max_completion_tokens",
  "stop",
  "seed",
  "frequency_penalty",
  "presence_penalty",
  "logit_bias",
  "response_format",
  "reasoning_effort",
  "parallel_tool_calls",
];

/** Reads the body of /v1/chat/completions. */
export function readOpenaiChat(value: Readonly<Record<string, unknown>>, surface: HostProfile["surface"]): Read<OpenaiChat> {
  if (value["model"] === undefined || value["model"] === null || value["model"] === "") return badRequest("model is required");
  const read = readBy(body, value);
  if ("refusal" in read) return read;
  const extras = readExtras(value, surface.openaiExtras);
  if ("refusal" in extras) return extras;
  const { model, messages, stream, stream_options, tools, tool_choice } = read.value;
  if (messages.length === 0) return badRequest("messages must not be empty");
  const unpaired = surface.pairToolMessages ? pairingDefect(messages) : undefined;
  if (unpaired !== undefined) return badRequest(unpaired);
  return {
    value: {
      model,
      messages: messages.map(messageOf),
      stream: stream ?? false,
      includeUsage: stream_options?.include_usage ?? false,
      options: optionsOf(value),
      tools: (tools ?? []).map(({ function: { name, description, parameters } }) => ({
        name,
        description: description ?? "",
        parameters: parameters ?? { type: "object" },
      })),
      toolChoice:
        typeof tool_choice === "object" && tool_choice !== null
          ? { name: tool_choice.function.name }
          : (tool_choice ?? undefined),
      extras: extras.value,
    },
  };
}

function readExtras(value: Readonly<Record<string, unknown>>, which: HostProfile["surface"]["openaiExtras"]): Read<Extras> {
  const names = which === "none" ? [] : which === "few" ? fewExtras : Object.keys(extraFields);
  return readBy(extrasBody, Object.fromEntries(names.map((name) => [name, value[name]])));
}

function optionsOf(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const given = optionNames.flatMap((name) => (value[name] === undefined || value[name] === null ? [] : [[name, value[name]]]));
  return Object.fromEntries(given) as Readonly<Record<string, unknown>>;
}

/** Every call has to be answered once, by the tool messages that follow it. */
function pairingDefect(messages: readonly z.infer<typeof message>[]): string | undefined {
  let open = new Set<string>();
  for (const { role, tool_calls, tool_call_id } of messages) {
    if (role === "tool") {
      if (tool_call_id === null || tool_call_id === undefined || tool_call_id === "")
        return "a tool message needs a tool_call_id";
      if (!open.delete(tool_call_id)) return `the tool message for ${tool_call_id} answers no open call`;
      continue;
    }
    if (open.size > 0) return `the call ${[...open].join(", ")} has no tool message`;
    const ids = (tool_calls ?? []).map(({ id }) => id);
    if (ids.includes("")) return "a tool call has an empty id";
    open = new Set(ids);
    if (open.size < ids.length) return "two tool calls have the same id";
  }
  return open.size > 0 ? `the call ${[...open].join(", ")} has no tool message` : undefined;
}

function messageOf({ role, content, name, reasoning_content, tool_calls, tool_call_id }: z.infer<typeof message>): ModelMessage {
  const calls = tool_calls ?? [];
  return {
    role: role === "developer" ? "system" : role,
    content: typeof content === "string" ? content : (content ?? []).length === 0 ? "" : (content ?? []).map(partOf),
    ...(reasoning_content === null || reasoning_content === undefined ? {} : { reasoning: reasoning_content }),
    ...(calls.length === 0
      ? {}
      : { toolCalls: calls.map((call) => ({ id: call.id, name: call.function.name, arguments: call.function.arguments })) }),
    ...(name === null || name === undefined ? {} : { name }),
    ...(tool_call_id === null || tool_call_id === undefined ? {} : { toolCallId: tool_call_id }),
  };
}

function partOf(given: z.infer<typeof part>): ContentPart {
  if (given.type === "text") return { kind: "text", text: (given as { readonly text: string }).text };
  const { url } = (given as { readonly image_url: { readonly url: string } }).image_url;
  const data = /^data:([^;,]+);base64,(.*)$/s.exec(url);
  return { kind: "image", mediaType: data?.[1] ?? "image/png", data: data?.[2] ?? url };
}
