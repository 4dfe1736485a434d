import * as z from "zod";
import type { ModelTool } from "../../../model/model-backend.ts";
import type { ModelMessage } from "../../../model/model-message.ts";
import { extraFields, type Extras } from "../extras.ts";
import { badRequest, type Read, readBy } from "../fields.ts";

/** What /api/chat was asked. */
export type OllamaChat = {
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  readonly stream: boolean;
  readonly options: Readonly<Record<string, unknown>>;
  /** What is handed on to the model as it is, beside the options. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly tools: readonly ModelTool[];
  readonly extras: Extras;
};

const record = z.record(z.string(), z.unknown());

const message = z.looseObject({
  role: z.enum(["system", "user", "assistant", "tool"]),
  content: z.string().nullish(),
  thinking: z.string().nullish(),
  images: z.array(z.string()).nullish(),
  tool_calls: z
    .array(
      z.looseObject({
        id: z.string().optional(),
        function: z.looseObject({ name: z.string(), arguments: z.union([record, z.string()]).nullish() }),
      }),
    )
    .nullish(),
  tool_name: z.string().nullish(),
  tool_call_id: z.string().nullish(),
});

const tool = z.looseObject({
  type: z.literal("function", { error: 'expected "function"' }).optional(),
  function: z.looseObject({ name: z.string().min(1), description: z.string().nullish(), parameters: record.nullish() }),
});

const body = z.looseObject({
  model: z.string().optional(),
  messages: z.array(message).nullish(),
  stream: z.boolean().nullish(),
  options: record.nullish(),
  format: z.union([z.enum(["json", ""]), record], { error: 'expected "json" or a JSON Schema' }).nullish(),
  keep_alive: z.union([z.string(), z.number()]).nullish(),
  think: z.union([z.boolean(), z.string()]).nullish(),
  tools: z.array(tool).nullish(),
  ...extraFields,
});

/** Reads the body of /api/chat. */
export function readOllamaChat(value: Readonly<Record<string, unknown>>): Read<OllamaChat> {
  if (value["model"] === undefined || value["model"] === null || value["model"] === "") return badRequest("model is required");
  const read = readBy(body, value);
  if ("refusal" in read) return read;
  const { model = "", messages, stream, options, format, keep_alive, think, tools, ...extras } = read.value;
  return {
    value: {
      model,
      messages: (messages ?? []).map(messageOf),
      stream: stream ?? true,
      options: options ?? {},
      members: present({ format, keep_alive, think }),
      tools: (tools ?? []).map(({ function: { name, description, parameters } }) => ({
        name,
        description: description ?? "",
        parameters: parameters ?? { type: "object" },
      })),
      extras,
    },
  };
}

/** The members that are there; `null` is as good as absent. */
function present(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null));
}

function messageOf({
  role,
  content,
  thinking,
  images,
  tool_calls,
  tool_name,
  tool_call_id,
}: z.infer<typeof message>): ModelMessage {
  const text = content ?? "";
  const calls = tool_calls ?? [];
  return {
    role,
    content:
      images === null || images === undefined || images.length === 0
        ? text
        : [{ kind: "text", text }, ...images.map((data) => ({ kind: "image" as const, data, mediaType: "image/png" }))],
    ...(thinking === null || thinking === undefined ? {} : { reasoning: thinking }),
    ...(calls.length === 0
      ? {}
      : {
          toolCalls: calls.map(({ id, function: { name, arguments: given } }) => ({
            ...(id === undefined ? {} : { id }),
            name,
            arguments: typeof given === "string" ? given : JSON.stringify(given ?? {}),
          })),
        }),
    ...(tool_name === null || tool_name === undefined ? {} : { name: tool_name }),
    ...(tool_call_id === null || tool_call_id === undefined ? {} : { toolCallId: tool_call_id }),
  };
}
