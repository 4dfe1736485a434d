import { asObject, valueAt } from "../../jsonrpc/json.ts";
import { type Era, eraOf } from "../../spec/revision.ts";
import type { FrameOf, Message } from "../message.ts";
import { messagesOf } from "../message.ts";
import { revisionOf, type Trace } from "../trace.ts";

/** The member of `_meta` that names the revision of a stateless request (2026-07-28 basic/index, "_meta"). */
const versionKey = "io.modelcontextprotocol/protocolVersion";

const statelessMethods = new Set(["server/discover", "subscriptions/listen"]);

/** The era of a message of a client: what a client tries first at a server of the other era says nothing about this one. */
export function eraOfMessage({ frame }: Message<FrameOf<"request" | "notification">>): Era | undefined {
  if (frame.method === "initialize" || frame.method === "notifications/initialized") return "stateful";
  if (statelessMethods.has(frame.method) || valueAt(asObject(frame.params)["_meta"], versionKey) !== undefined)
    return "stateless";
  return undefined;
}

/** The requests of a client that belong to the era of the revision it is judged by. */
export function requestsOfEra(trace: Trace, method?: string): readonly Message<FrameOf<"request">>[] {
  return messagesOf(trace, "received", "request").filter(
    (message) => (method === undefined || message.frame.method === method) && isOfEra(trace, message),
  );
}

/** Whether a message belongs to the era of the revision a trace is judged by, or to none. */
export function isOfEra(trace: Trace, message: Message): boolean {
  const { frame } = message;
  if (frame.kind !== "request" && frame.kind !== "notification") return true;
  const era = eraOfMessage(message as Message<FrameOf<"request" | "notification">>);
  return era === undefined || era === eraOf(revisionOf(trace) ?? "2025-11-25");
}
