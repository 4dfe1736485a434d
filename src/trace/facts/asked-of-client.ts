import { asObject, isObject, type Json, type JsonObject, valueAt } from "../../jsonrpc/json.ts";
import { allCalls } from "../call.ts";
import type { Trace } from "../trace.ts";
import { taskInputs } from "./client/task-inputs.ts";
import { clientCalls } from "./client-facts.ts";
import { inputRounds } from "./input-rounds.ts";
import { clientCapabilitiesKey } from "./server-message.ts";

/** What a client made of something it was asked: a result, an error, or nothing, though it went on. */
export type ClientReply =
  | { readonly kind: "result"; readonly seq: number; readonly result: JsonObject }
  | { readonly kind: "error"; readonly seq: number; readonly code: Json | undefined }
  | { readonly kind: "left-out"; readonly seq: number };

/**
 * Something mcpcheck asked of the client under test: a request until 2025-11-25, an entry of `inputRequests` from 2026-07-28 on.
 * `declared` are the capabilities the client had told; `reply` is absent where it did not go on.
 */
export type AskedOfClient = {
  readonly seq: number;
  readonly connection: number;
  readonly method: string;
  readonly params: JsonObject;
  readonly declared: JsonObject;
  readonly reply: ClientReply | undefined;
};

/** Everything the client was asked by one method, in the order in which it was asked. */
export function askedOfClient(trace: Trace, method: string): readonly AskedOfClient[] {
  return [...askedByRequest(trace, method), ...askedByDemand(trace, method), ...askedByTask(trace, method)];
}

function askedByRequest(trace: Trace, method: string): readonly AskedOfClient[] {
  return allCalls(trace, method).map(({ request, answer }) => {
    const { seq, connection, frame } = request;
    const opening = clientCalls(trace, "initialize").findLast(
      (call) => call.request.connection === connection && call.request.seq < seq,
    );
    const declared = asObject(valueAt(opening?.request.frame.params, "capabilities"));
    return { seq, connection, method, params: asObject(frame.params), declared, reply: replyIn(answer) };
  });
}

function replyIn(answer: ReturnType<typeof allCalls>[number]["answer"]): ClientReply | undefined {
  if (answer === undefined) return undefined;
  const { seq, frame } = answer;
  if (frame.kind === "result") return { kind: "result", seq, result: asObject(frame.result) };
  return { kind: "error", seq, code: valueAt(frame.value, "error", "code") };
}

function askedByDemand(trace: Trace, method: string): readonly AskedOfClient[] {
  return inputRounds(trace).flatMap(({ asked, demand, retry }) => {
    const { connection, frame } = asked.request;
    const responses = asObject(valueAt(retry.request.frame.params, "inputResponses"));
    return Object.entries(asObject(valueAt(demand, "inputRequests"))).flatMap(([key, request]): AskedOfClient[] => {
      if (valueAt(request, "method") !== method) return [];
      const given = responses[key];
      const { seq } = retry.request;
      return [
        {
          seq: asked.answer?.seq ?? asked.request.seq,
          connection,
          method,
          params: asObject(valueAt(request, "params")),
          declared: asObject(valueAt(frame.params, "_meta", clientCapabilitiesKey)),
          reply: isObject(given) ? { kind: "result", seq, result: given } : { kind: "left-out", seq },
        },
      ];
    });
  });
}

/** What tasks of the extension asked, each key once; a key that no update brought has no reply. */
function askedByTask(trace: Trace, method: string): readonly AskedOfClient[] {
  return taskInputs(trace).flatMap(({ task, request, seq, answers }): AskedOfClient[] => {
    if (valueAt(request, "method") !== method) return [];
    const { connection, frame } = task.call.request;
    const [given] = answers;
    const declared = asObject(valueAt(frame.params, "_meta", clientCapabilitiesKey));
    const reply: ClientReply | undefined =
      given !== undefined && isObject(given.value)
        ? { kind: "result", seq: given.update.request.seq, result: given.value }
        : undefined;
    return [{ seq, connection, method, params: asObject(valueAt(request, "params")), declared, reply }];
  });
}
