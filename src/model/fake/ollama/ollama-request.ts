import * as z from "zod";
import type { ModelMessage, ModelRole } from "../../model-message.ts";
import type { ModelRequest, ModelTool } from "../../model-backend.ts";
import type { Read } from "../../player/refusal.ts";

/** Ollama's server is written in Go: null counts as absent, unknown members are ignored, a wrong type is refused. */
const text = z.string().nullish();
const object = z.record(z.string(), z.unknown());

const toolCall = z.looseObject({
  id: text,
  function: z.looseObject({ index: z.number().nullish(), name: text, arguments: object.nullish() }).nullish(),
});

const message = z.looseObject({
  role: text,
  content: text,
  thinking: text,
  images: z.array(z.string()).nullish(),
  tool_calls: z.array(toolCall).nullish(),
  tool_name: text,
  tool_call_id: text,
});

const tool = z.looseObject({
  type: text,
  function: z.looseObject({ name: text, description: text, parameters: object.nullish() }).nullish(),
});

const chat = z.looseObject({
  model: text,
  messages: z.array(message).nullish(),
  stream: z.boolean().nullish(),
  tools: z.array(tool).nullish(),
  options: object.nullish(),
  think: z.union([z.boolean(), z.string()]).nullish(),
  logprobs: z.boolean().nullish(),
});

/** A request to /api/chat beside what every wire has. */
export type OllamaChat = { readonly request: ModelRequest; readonly thinks: boolean; readonly logprobs: boolean };

/** Reads the body of /api/chat, with Ollama's refusals. */
export function readOllamaChat(body: unknown): Read<OllamaChat> {
  const parsed = chat.safeParse(body);
  if (!parsed.success)
    return { refusal: { status: 400, message: unmarshalMessage("ChatRequest", body, parsed.error.issues[0]) } };
  const { model, messages, stream, tools, options, think, logprobs } = parsed.data;
  if (model === undefined || model === null || model === "") return { refusal: { status: 400, message: "model is required" } };
  return {
    value: {
      request: {
        model,
        messages: (messages ?? []).map(messageOf),
        tools: (tools ?? []).map(toolOf),
        ...(options === undefined || options === null ? {} : { options }),
        stream: stream !== false,
      },
      thinks: think !== undefined && think !== null && think !== false,
      logprobs: logprobs === true,
    },
  };
}

function messageOf(one: z.infer<typeof message>): ModelMessage {
  const images = one.images ?? [];
  const content = one.content ?? "";
  return {
    role: roleOf(one.role ?? ""),
    content:
      images.length === 0
        ? content
        : [{ kind: "text", text: content }, ...images.map((data) => ({ kind: "image" as const, data, mediaType: "image/*" }))],
    ...(one.thinking ? { reasoning: one.thinking } : {}),
    ...(one.tool_calls
      ? {
          toolCalls: one.tool_calls.map((call) => ({
            ...(call.id ? { id: call.id } : {}),
            name: call.function?.name ?? "",
            arguments: JSON.stringify(call.function?.arguments ?? {}),
          })),
        }
      : {}),
    ...(one.tool_call_id ? { toolCallId: one.tool_call_id } : {}),
    ...(one.tool_name ? { name: one.tool_name } : {}),
  };
}

/** Parameters that are left out are none: no property of an object. */
function toolOf(one: z.infer<typeof tool>): ModelTool {
  const { name, description, parameters } = one.function ?? {};
  return {
    name: name ?? "",
    ...(description ? { description } : {}),
    parameters: parameters ?? { type: "object", properties: {} },
  };
}

/** Ollama takes any word for a role; what the player does not know is a user's. */
function roleOf(role: string): ModelRole {
  const lower = role.toLowerCase();
  return lower === "system" || lower === "assistant" || lower === "tool" ? lower : "user";
}

type Issue = z.core.$ZodIssue;

/** The message of Go's JSON package for a value of the wrong type. */
export function unmarshalMessage(struct: string, body: unknown, issue: Issue | undefined): string {
  const path = issue?.path ?? [];
  const value = path.reduce<unknown>((within, key) => (isRecord(within) ? within[key] : undefined), body);
  const field = path.filter((key) => typeof key === "string").join(".");
  return `json: cannot unmarshal ${goKind(value)} into Go struct field ${struct}${field === "" ? "" : `.${field}`}`;
}

function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === "object" && value !== null;
}

function goKind(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return typeof value === "boolean" ? "bool" : typeof value;
}
