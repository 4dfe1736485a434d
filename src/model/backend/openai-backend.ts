import { createParser } from "eventsource-parser";
import type { ModelBackend, ModelEvent, ModelList, ModelRequest } from "../model-backend.ts";
import { errorEvent, isRecord } from "./events.ts";
import { errorMessage, failure, isDocument, type ModelServer, parsed, request } from "./http.ts";
import { openaiBody, type ReasoningMember } from "./openai-body.ts";
import { createOpenaiReader } from "./openai-reader.ts";
import { textOf } from "./text-stream.ts";

/** A server with OpenAI's chat completions. `url` includes the version (`http://localhost:11434/v1`). */
export type OpenaiServer = ModelServer & {
  /** Sends the assistant's reasoning back under this name; default not at all. */
  readonly reasoning?: ReasoningMember;
  /** Whether token counts are asked for when streaming; default true. Some servers do not know the option. */
  readonly usage?: boolean;
};

/** A backend for OpenAI-compatible servers. */
export function createOpenaiBackend(server: OpenaiServer): ModelBackend {
  return {
    chat: (chat, signal) => chatWith(server, chat, signal),
    listModels: (signal) => listModels(server, signal),
  };
}

async function* chatWith(server: OpenaiServer, chat: ModelRequest, signal: AbortSignal | undefined): AsyncIterable<ModelEvent> {
  const body = openaiBody(chat, {
    usage: server.usage ?? true,
    ...(server.reasoning === undefined ? {} : { reasoning: server.reasoning }),
  });
  const response = await request(server, "/chat/completions", body, signal);
  if (!(response instanceof Response)) return yield response;
  const reader = createOpenaiReader();
  try {
    if (!chat.stream || isDocument(response)) yield* reader.read(await response.text());
    else
      for await (const data of eventDataOf(textOf(response))) {
        yield* reader.read(data);
        if (reader.ended()) return;
      }
  } catch (cause) {
    return yield failure(cause, signal);
  }
  yield* reader.end();
}

/** The data of server-sent events; comments and other fields are left out. A last event needs no blank line. */
async function* eventDataOf(pieces: AsyncIterable<string>): AsyncIterable<string> {
  const events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => void events.push(data) });
  for await (const piece of pieces) {
    parser.feed(piece);
    yield* events.splice(0);
  }
  parser.feed("\n\n");
  yield* events.splice(0);
}

async function listModels(server: OpenaiServer, signal: AbortSignal | undefined): Promise<ModelList> {
  const response = await request(server, "/models", undefined, signal);
  if (!(response instanceof Response)) return { error: response };
  try {
    const body = parsed(await response.text());
    const models = isRecord(body) && Array.isArray(body["data"]) ? (body["data"] as readonly unknown[]) : undefined;
    if (models === undefined)
      return { error: errorEvent("protocol", errorMessage(body) ?? "the answer holds no list of models") };
    return { models: models.flatMap((one) => (isRecord(one) && typeof one["id"] === "string" ? [one["id"]] : [])) };
  } catch (cause) {
    return { error: failure(cause, signal) };
  }
}
