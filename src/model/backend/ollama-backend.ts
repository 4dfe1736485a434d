import type { ModelBackend, ModelEvent, ModelList, ModelRequest } from "../model-backend.ts";
import { errorEvent, isRecord } from "./events.ts";
import { errorMessage, failure, isDocument, type ModelServer, parsed, request } from "./http.ts";
import { ollamaBody } from "./ollama-body.ts";
import { createOllamaReader } from "./ollama-reader.ts";
import { linesOf, textOf } from "./text-stream.ts";

/** An Ollama server, spoken to on its own API. `think` asks the model to reason, or how much. */
export type OllamaServer = ModelServer & { readonly think?: boolean | string };

/**
 * A backend for Ollama's /api/chat. It reads the bytes itself: the official client writes to the console when a line is no
 * JSON, and does not tell what the server sent.
 */
export function createOllamaBackend(server: OllamaServer): ModelBackend {
  return {
    chat: (chat, signal) => chatWith(server, chat, signal),
    listModels: (signal) => listModels(server, signal),
  };
}

async function* chatWith(server: OllamaServer, chat: ModelRequest, signal: AbortSignal | undefined): AsyncIterable<ModelEvent> {
  const response = await request(server, "/api/chat", ollamaBody(chat, server.think), signal);
  if (!(response instanceof Response)) return yield response;
  const reader = createOllamaReader();
  try {
    if (!chat.stream || isDocument(response)) yield* reader.read(await response.text());
    else
      for await (const line of linesOf(textOf(response))) {
        yield* reader.read(line);
        if (reader.ended()) return;
      }
  } catch (cause) {
    return yield failure(cause, signal);
  }
  if (!reader.ended()) yield errorEvent("truncated", "the answer ended without a final message");
}

async function listModels(server: OllamaServer, signal: AbortSignal | undefined): Promise<ModelList> {
  const response = await request(server, "/api/tags", undefined, signal);
  if (!(response instanceof Response)) return { error: response };
  try {
    const body = parsed(await response.text());
    const models = isRecord(body) && Array.isArray(body["models"]) ? (body["models"] as readonly unknown[]) : undefined;
    if (models === undefined)
      return { error: errorEvent("protocol", errorMessage(body) ?? "the answer holds no list of models") };
    return { models: models.flatMap((one) => (isRecord(one) && typeof one["name"] === "string" ? [one["name"]] : [])) };
  } catch (cause) {
    return { error: failure(cause, signal) };
  }
}
