import { asObject, valueAt, isObject, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import { calls } from "../call.ts";
import { type FrameOf, type Message, messagesOf } from "../message.ts";
import { connections, type Trace } from "../trace.ts";

/** The notifications the subject sent, in order; `method` narrows to one method. */
export function notificationsFrom(trace: Trace, method?: string): readonly Message<FrameOf<"notification">>[] {
  const all = messagesOf(trace, "received", "notification");
  return method === undefined ? all : all.filter((message) => message.frame.method === method);
}

/** The requests the subject sent, in order; `method` narrows to one method. */
export function requestsFrom(trace: Trace, method?: string): readonly Message<FrameOf<"request">>[] {
  const all = messagesOf(trace, "received", "request");
  return method === undefined ? all : all.filter((message) => message.frame.method === method);
}

/** The `_meta` key under which a stateless request declares what its client can do (2026-07-28, basic#meta). */
export const clientCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

/** The `_meta` key that ties a message to a `subscriptions/listen` request (2026-07-28, basic/patterns/subscriptions). */
export const subscriptionIdKey = "io.modelcontextprotocol/subscriptionId";

/** The `_meta` key by which a stateless request asks for log messages (2026-07-28, server/utilities/logging). */
export const logLevelKey = "io.modelcontextprotocol/logLevel";

/** What the client declared on a connection when it was opened; for stateful revisions, what `initialize` carried. */
function clientCapabilitiesOn(trace: Trace, connection: number): JsonObject {
  const opened = calls(trace, "initialize").findLast((call) => call.request.connection === connection);
  if (opened !== undefined) return asObject(valueAt(opened.request.frame.params, "capabilities"));
  return connections(trace).find((connect) => connect.connection === connection)?.capabilities ?? {};
}

/**
 * Something the server wants of the client: a request of its own until 2025-11-25, an entry of `inputRequests` from
 * 2026-07-28 on. `capabilities` is what the client had declared to it; `key` names the entry.
 */
export type ServerWish = {
  readonly seq: number;
  readonly connection: number;
  readonly method: Json | undefined;
  readonly params: JsonObject;
  readonly capabilities: JsonObject;
  readonly key?: string;
};

/** Everything the server asked of the client, in order; `method` narrows to one method. */
export function serverWishes(trace: Trace, method?: string): ServerWish[] {
  const requests = requestsFrom(trace).map((message) => ({
    seq: message.seq,
    connection: message.connection,
    method: message.frame.method,
    params: asObject(message.frame.params),
    capabilities: clientCapabilitiesOn(trace, message.connection),
  }));
  const all: ServerWish[] = [...requests, ...inputWishes(trace)].toSorted((a, b) => a.seq - b.seq);
  return method === undefined ? all : all.filter((wish) => wish.method === method);
}

function inputWishes(trace: Trace): ServerWish[] {
  return calls(trace).flatMap((call) => {
    const { answer, request } = call;
    if (answer?.frame.kind !== "result" || valueAt(answer.frame.result, "resultType") !== "input_required") return [];
    const declared = valueAt(request.frame.params, "_meta", clientCapabilitiesKey);
    const capabilities = isObject(declared) ? declared : clientCapabilitiesOn(trace, request.connection);
    return Object.entries(asObject(valueAt(answer.frame.result, "inputRequests"))).map(([key, value]) => ({
      seq: answer.seq,
      connection: answer.connection,
      method: valueAt(value, "method"),
      params: asObject(valueAt(value, "params")),
      capabilities,
      key,
    }));
  });
}
