import type { ModelRequest } from "../model-backend.ts";
import { imagesOf, type ModelMessage, textOf } from "../model-message.ts";

/** Where the assistant's reasoning goes in the history; servers differ, and OpenAI itself takes none. */
export type ReasoningMember = "reasoning" | "reasoning_content";

/** The body of a request to /v1/chat/completions. */
export function openaiBody(
  { model, messages, tools, toolChoice, options, stream }: ModelRequest,
  { reasoning, usage }: { readonly reasoning?: ReasoningMember; readonly usage: boolean },
): string {
  return JSON.stringify({
    ...options,
    model,
    messages: messages.map((message, index) => messageOf(message, index, reasoning)),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }) => ({
            type: "function",
            function: { name, ...(description === undefined ? {} : { description }), parameters },
          })),
        }),
    ...(toolChoice === undefined
      ? {}
      : { tool_choice: typeof toolChoice === "string" ? toolChoice : { type: "function", function: toolChoice } }),
    stream,
    ...(stream && usage ? { stream_options: { include_usage: true } } : {}),
  });
}

function messageOf(message: ModelMessage, index: number, reasoning: ReasoningMember | undefined): object {
  const calls = message.toolCalls ?? [];
  return {
    role: message.role,
    content: calls.length > 0 && textOf(message) === "" ? null : contentOf(message),
    ...(reasoning !== undefined && message.reasoning !== undefined ? { [reasoning]: message.reasoning } : {}),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map((call, position) => ({
            id: call.id ?? `call_${index}_${position}`,
            type: "function",
            function: { name: call.name, arguments: call.arguments },
          })),
        }),
    ...(message.toolCallId === undefined ? {} : { tool_call_id: message.toolCallId }),
    ...(message.name === undefined ? {} : { name: message.name }),
  };
}

function contentOf(message: ModelMessage): unknown {
  if (typeof message.content === "string") return message.content;
  if (imagesOf(message).length === 0) return textOf(message);
  return message.content.map((part) =>
    part.kind === "text"
      ? { type: "text", text: part.text }
      : { type: "image_url", image_url: { url: `data:${part.mediaType};base64,${part.data}` } },
  );
}
