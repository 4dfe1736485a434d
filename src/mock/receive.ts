import { invalidRequest, parseError } from "../jsonrpc/error-codes.ts";
import { type Frame, isId } from "../jsonrpc/frame.ts";
import { type Json, type JsonObject, asObject, isObject } from "../jsonrpc/json.ts";
import { answerRequest } from "./answer/answer-request.ts";
import { receiveBatch } from "./batch.ts";
import type { Conversation } from "./conversation/conversation.ts";
import type { Arrival, Core } from "./core.ts";
import { dress, shapeBy } from "./dress.ts";
import { play } from "./play.ts";
import type { Port, Shape } from "./conversation/port.ts";
import { stageFor } from "./stage.ts";

const nothing = (): void => undefined;

/** Takes one frame of any kind. */
export function receive(core: Core, frame: Frame, arrival: Arrival, port: Port): () => void {
  switch (frame.kind) {
    case "not-json":
      return refuseFrame(core, arrival, port, parseError, "Parse error", null);
    case "batch":
      if ((arrival.conversation.revision === "2025-03-26" || core.omits("batch-revision")) && frame.items.length > 0)
        return receiveBatch(core, frame.items, arrival, port, receive);
      return refuseFrame(core, arrival, port, invalidRequest, "Batches are not supported", null);
    case "too-large":
      return refuseFrame(core, arrival, port, invalidRequest, `Too large a message: ${frame.why}`, frame.id ?? null);
    case "not-jsonrpc":
      return refuseFrame(core, arrival, port, invalidRequest, "Not a JSON-RPC message", asObject(frame.value)["id"] ?? null);
    case "request": {
      const defects = frame.defects.filter((defect) => !defect.startsWith("params"));
      if (!isId(frame.id) || (defects.length > 0 && !core.omits("jsonrpc")))
        return refuseFrame(core, arrival, port, invalidRequest, `Invalid request: ${defects[0] ?? ""}`, frame.id);
      return answerRequest(core, { id: frame.id, method: frame.method, params: frame.params }, arrival, port);
    }
    case "notification":
      if (frame.defects.length > 0 && core.world.transport === "http" && !core.omits("jsonrpc"))
        return refuseFrame(core, arrival, port, invalidRequest, `Invalid notification: ${frame.defects[0] ?? ""}`, null);
      return takeNotification(core, frame.method, frame.params, arrival, port);
    default:
      settle(arrival.conversation, frame);
      port.accepted();
      return nothing;
  }
}

/** Answers a frame that is not a valid message. Until 2025-06-18 an unreadable id is null, as in JSON-RPC; afterwards it is left out. */
function refuseFrame(core: Core, arrival: Arrival, port: Port, code: number, message: string, id: Json): () => void {
  const { revision } = arrival.conversation;
  const echoed = isId(id) ? { id } : revision !== undefined && revision < "2025-11-25" ? { id: null } : {};
  const acts = core.event("invalid", { revision, headers: arrival.headers }) ?? [];
  const respond = (body: JsonObject) => {
    const dressed = dress({ jsonrpc: "2.0", ...echoed, ...body }, acts, { status: 400 });
    for (let i = 0; i < dressed.copies; i++) port.answer(dressed.text, dressed.shape);
  };
  const correct = () => (core.omits("parse-error") ? port.end() : respond({ error: { code, message } }));
  void play(acts, { ...stageFor(core, arrival, port), correct, respond });
  return nothing;
}

function takeNotification(core: Core, method: string, params: Json | undefined, arrival: Arrival, port: Port): () => void {
  const { conversation } = arrival;
  const acts = core.event(method, { revision: conversation.revision, params, headers: arrival.headers }) ?? [];
  const correct = () => {
    if (method === "notifications/initialized" && conversation.revision !== undefined) conversation.initialized = true;
    if (method === "notifications/cancelled" && !core.omits("cancellation")) cancel(conversation, asObject(params)["requestId"]);
  };
  const shape = acts.reduce<Shape>(shapeBy, {});
  if (!acts.some((act) => act.drop ?? act.body ?? act.raw ?? act.omit)) port.accepted(shape);
  const respond = (body: JsonObject) => port.answer(JSON.stringify({ jsonrpc: "2.0", ...body }));
  void play(acts, { ...stageFor(core, arrival, port), correct, respond });
  return nothing;
}

function cancel(conversation: Conversation, id: Json | undefined): void {
  for (const call of conversation.running) if (call.id === id && call.cancellable) call.cancel();
}

function settle(conversation: Conversation, frame: Extract<Frame, { kind: "result" | "error" }>): void {
  const key = JSON.stringify(frame.id ?? null);
  const waiting = conversation.pending.get(key);
  conversation.pending.delete(key);
  waiting?.(frame.kind === "result" ? { result: frame.result } : { error: isObject(frame.error) ? frame.error : {} });
}
