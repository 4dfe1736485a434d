import { methodNotFound } from "../jsonrpc/error-codes.ts";
import type { FrameOf } from "../trace/message.ts";
import { asObject, valueAt, type Json, type JsonObject } from "../jsonrpc/json.ts";
import { relatedTaskKey } from "../spec/related-task.ts";
import { oddContent } from "./odd-content.ts";
import { sampleValue } from "./sample-value.ts";

/** What mcpcheck answers with when it plays the client: fixed, harmless, the same every time. */
export type ClientAnswers = {
  readonly capabilities: JsonObject;
  readonly roots: readonly { readonly uri: string; readonly name: string }[];
  /** How forms are answered just now, when it is not as a willing user would: declined, or with values that do not fit. */
  readonly manner?: () => AnswerManner | undefined;
  /** What is answered instead, where it gives something. */
  readonly instead?: (method: string, params: Json | undefined) => InsteadAnswer | undefined;
};

/** An answer to a request of the server that is given instead of the fixed one. */
export type InsteadAnswer = { readonly result: JsonObject } | { readonly error: JsonObject };

/** An answer to a form that a willing user would not give. */
export type AnswerManner = "decline" | "malformed";

/** The result a client gives to a request of the server, or undefined for a method it did not declare. */
export function clientResult(method: string, params: Json | undefined, client: ClientAnswers): JsonObject | undefined {
  const instead = client.instead?.(method, params);
  if (instead !== undefined) return "result" in instead ? instead.result : undefined;
  switch (method) {
    case "ping":
      return {};
    case "roots/list":
      return client.capabilities["roots"] === undefined ? undefined : { roots: client.roots };
    case "sampling/createMessage":
      return client.capabilities["sampling"] === undefined ? undefined : sampledMessage;
    case "elicitation/create":
      return client.capabilities["elicitation"] === undefined ? undefined : elicited(params, client.manner?.());
    default:
      return undefined;
  }
}

/** The whole response to a request of the server. */
export function clientResponse(request: FrameOf<"request">, client: ClientAnswers): JsonObject {
  const base = { jsonrpc: "2.0", id: request.id };
  const instead = client.instead?.(request.method, request.params);
  if (instead !== undefined && "error" in instead) return { ...base, error: instead.error };
  const result = instead?.result ?? clientResult(request.method, request.params, client);
  if (result !== undefined) return { ...base, result: ofItsTask(request.params, result) };
  return { ...base, error: { code: methodNotFound, message: `Method not found: ${request.method}` } };
}

/** A result that names the task its request belongs to, where that named one (2025-11-25 basic/utilities/tasks#associating-task-related-messages). */
function ofItsTask(params: Json | undefined, result: JsonObject): JsonObject {
  const task = valueAt(params, "_meta", relatedTaskKey);
  return task === undefined ? result : { ...result, _meta: { ...asObject(result["_meta"]), [relatedTaskKey]: task } };
}

const sampledMessage: JsonObject = {
  role: "assistant",
  content: { type: "text", text: "A fixed answer from mcpcheck." },
  model: "mcpcheck-fixed",
  stopReason: "endTurn",
};

/** Accepts a form with values derived from its schema; a URL is never opened, so that mode is declined. */
function elicited(params: Json | undefined, manner: AnswerManner | undefined): JsonObject {
  if (valueAt(params, "mode") === "url" || manner === "decline") return { action: "decline" };
  const schema = asObject(valueAt(params, "requestedSchema"));
  const content = sampleValue({ ...schema, type: "object" });
  if (content === undefined) return { action: "cancel" };
  return { action: "accept", content: manner === "malformed" ? oddContent(content) : content };
}
