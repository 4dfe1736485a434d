import { type Json, valueAt } from "../../jsonrpc/json.ts";
import { type Call, calls } from "../../trace/call.ts";
import type { FrameOf, Message } from "../../trace/message.ts";
import { subscriptionIdKey } from "../../trace/facts/server-message.ts";
import type { Trace } from "../../trace/trace.ts";
import { inconclusive, notApplicable, type Outcome } from "../outcome.ts";
import { textOrJson } from "./text-forms.ts";

/** The page of subscriptions, from 2026-07-28 on. */
export const subscriptionsPage = "basic/patterns/subscriptions";

/** What the server says first on a subscription (2026-07-28). */
export const acknowledged = "notifications/subscriptions/acknowledged";

/** The requests that opened a subscription, in order. */
export const listens = (trace: Trace): readonly Call[] => calls(trace, "subscriptions/listen");

/** A notification, perhaps of a subscription. */
export type Note = Message<FrameOf<"notification">>;

/** The subscription a notification says it belongs to. */
export const subscriptionIdOf = (note: Note): Json | undefined => valueAt(note.frame.params, "_meta", subscriptionIdKey);

/** The subscription a notification belongs to, by its id; ids that differ only in their JSON type are taken for the same. */
export function listenOf(trace: Trace, note: Note): Call | undefined {
  const id = textOrJson(subscriptionIdOf(note));
  return listens(trace).findLast(
    ({ request }) => request.connection === note.connection && request.seq < note.seq && textOrJson(request.frame.id) === id,
  );
}

/** The outcome where nothing of a kind came on a subscription: untested where none was opened, otherwise not applicable. */
export function withoutAny(trace: Trace, reason = "nothing came on a subscription"): Outcome {
  return listens(trace).length === 0 ? inconclusive("no subscription was opened") : notApplicable(reason);
}
