import { objectOf } from "../json-text.ts";
import type { ModelRequest } from "../model-backend.ts";
import { imagesOf, type ModelMessage, type ModelToolCall, textOf } from "../model-message.ts";
import { isRecord } from "./events.ts";
import { parsed } from "./http.ts";

/** The body of a request to /api/chat. Arguments keep the digits of their numbers. */
export function ollamaBody(
  { model, messages, tools, options, members, stream }: ModelRequest,
  think: boolean | string | undefined,
): string {
  return objectOf({
    model: JSON.stringify(model),
    messages: `[${messages.map(messageText).join(",")}]`,
    tools:
      tools.length === 0
        ? undefined
        : JSON.stringify(
            tools.map(({ name, description, parameters }) => ({
              type: "function",
              function: { name, description: description ?? "", parameters },
            })),
          ),
    stream: String(stream),
    ...Object.fromEntries(
      Object.entries({ think, ...members }).map(([name, value]) => [
        name,
        value === undefined ? undefined : JSON.stringify(value),
      ]),
    ),
    options: options === undefined ? undefined : JSON.stringify(options),
  });
}

function messageText(message: ModelMessage): string {
  const images = imagesOf(message).map(({ data }) => data);
  const calls = message.toolCalls ?? [];
  return objectOf({
    role: JSON.stringify(message.role),
    content: JSON.stringify(textOf(message)),
    thinking: message.reasoning === undefined ? undefined : JSON.stringify(message.reasoning),
    images: images.length === 0 ? undefined : JSON.stringify(images),
    tool_calls: calls.length === 0 ? undefined : `[${calls.map(callText).join(",")}]`,
    tool_name: message.role === "tool" && message.name !== undefined ? JSON.stringify(message.name) : undefined,
    tool_call_id: message.toolCallId === undefined ? undefined : JSON.stringify(message.toolCallId),
  });
}

/** Ollama takes nothing but an object for arguments: what a model gave that is none goes back as an empty one. */
function callText({ id, name, arguments: text }: ModelToolCall, index: number): string {
  return objectOf({
    id: id === undefined ? undefined : JSON.stringify(id),
    function: objectOf({
      index: String(index),
      name: JSON.stringify(name),
      arguments: isRecord(parsed(text)) ? text : "{}",
    }),
  });
}
