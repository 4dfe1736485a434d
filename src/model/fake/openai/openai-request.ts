import * as z from "zod";
import type { ContentPart, ModelMessage } from "../../model-message.ts";
import type { ModelRequest, ModelTool, ToolChoice } from "../../model-backend.ts";
import type { Read } from "../../player/refusal.ts";
import { openaiRefusal } from "./openai-refusal.ts";

const roles = ["system", "developer", "user", "assistant", "tool", "function"] as const;

const part = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  image_url: z.looseObject({ url: z.string() }).optional(),
  refusal: z.string().optional(),
});

const message = z.looseObject({
  role: z.enum(roles),
  content: z.union([z.string(), z.array(part)]).nullish(),
  name: z.string().optional(),
  reasoning: z.string().nullish(),
  reasoning_content: z.string().nullish(),
  tool_calls: z
    .array(
      z.looseObject({
        id: z.string(),
        type: z.string().optional(),
        function: z.looseObject({ name: z.string(), arguments: z.string() }),
      }),
    )
    .nullish(),
  tool_call_id: z.string().optional(),
});

const tool = z.looseObject({
  type: z.literal("function"),
  function: z.looseObject({
    name: z.string(),
    description: z.string().optional(),
    parameters: z.record(z.string(), z.unknown()).optional(),
  }),
});

const chat = z.looseObject({
  model: z.string(),
  messages: z.array(message).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  tools: z.array(tool).nullish(),
  tool_choice: z
    .union([z.enum(["auto", "none", "required"]), z.looseObject({ function: z.looseObject({ name: z.string() }) })])
    .nullish(),
  logprobs: z.boolean().nullish(),
  return_token_ids: z.boolean().nullish(),
});

/** A request to /v1/chat/completions beside what every wire has. */
export type OpenaiChat = {
  readonly request: ModelRequest;
  readonly includeUsage: boolean;
  readonly logprobs: boolean;
  readonly tokenIds: boolean;
};

/** Reads the body of /v1/chat/completions, with OpenAI's refusals. */
export function readOpenaiChat(body: unknown): Read<OpenaiChat> {
  const parsed = chat.safeParse(body);
  if (!parsed.success) return { refusal: openaiRefusal(body, parsed.error.issues[0]) };
  const { model, messages, stream, stream_options, tools, tool_choice, logprobs, return_token_ids } = parsed.data;
  if (model === "") return { refusal: { status: 400, message: "you must provide a model parameter" } };
  const toolChoice = choiceOf(tool_choice);
  return {
    value: {
      request: {
        model,
        messages: messages.map(messageOf),
        tools: (tools ?? []).map(toolOf),
        ...(toolChoice === undefined ? {} : { toolChoice }),
        stream: stream === true,
      },
      includeUsage: stream_options?.include_usage === true,
      logprobs: logprobs === true,
      tokenIds: return_token_ids === true,
    },
  };
}

function messageOf(one: z.infer<typeof message>): ModelMessage {
  const { role, content, name, tool_calls, tool_call_id } = one;
  const reasoning = one.reasoning ?? one.reasoning_content ?? undefined;
  return {
    role: role === "developer" ? "system" : role === "function" ? "tool" : role,
    content: typeof content === "string" ? content : (content ?? []).flatMap(partOf),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(tool_calls ? { toolCalls: tool_calls.map((call) => ({ id: call.id, ...call.function })) } : {}),
    ...(tool_call_id === undefined ? {} : { toolCallId: tool_call_id }),
    ...(name === undefined ? {} : { name }),
  };
}

function partOf({ text, image_url }: z.infer<typeof part>): ContentPart[] {
  if (image_url === undefined) return text === undefined ? [] : [{ kind: "text", text }];
  const data = /^data:([^;,]*);base64,(.*)$/su.exec(image_url.url);
  return [{ kind: "image", mediaType: data?.[1] ?? "image/*", data: data?.[2] ?? image_url.url }];
}

/** Parameters that are left out are none: no property of an object. */
function toolOf({ function: { name, description, parameters } }: z.infer<typeof tool>): ModelTool {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    parameters: parameters ?? { type: "object", properties: {} },
  };
}

function choiceOf(choice: z.infer<typeof chat>["tool_choice"]): ToolChoice | undefined {
  if (choice === undefined || choice === null) return undefined;
  return typeof choice === "string" ? choice : { name: choice.function.name };
}
