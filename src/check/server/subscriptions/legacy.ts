import { internalError } from "../../../jsonrpc/error-codes.ts";
import { valueAt, type Json } from "../../../jsonrpc/json.ts";
import { type Call, calls, lastOf } from "../../../trace/call.ts";
import type { FrameOf, Message } from "../../../trace/message.ts";
import { declares } from "../../../trace/facts/server-facts.ts";
import { notificationsFrom } from "../../../trace/facts/server-message.ts";
import { errorCodeOf } from "../../../trace/facts/tool-call.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { inconclusive, notApplicable, overall, overallIfAny, type Outcome } from "../../outcome.ts";

const updates = (trace: Trace): readonly Message<FrameOf<"notification">>[] =>
  notificationsFrom(trace, "notifications/resources/updated");
const noUpdate = "the server sent no notifications/resources/updated";

export const subscriptionsSubscribeAnswered: Check = {
  id: "subscriptions.subscribe-answered",
  title: "Declaring resources.subscribe goes with a resources/subscribe that works",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/resources#subscriptions", "2026-07-28": "removed" },
  capability: "resources.subscribe",
  advice: "Handle resources/subscribe and resources/unsubscribe for listed resources, or do not declare subscribe.",
  verify(trace) {
    return overall(
      [...calls(trace, "resources/subscribe"), ...calls(trace, "resources/unsubscribe")]
        .filter((call) => call.answer !== undefined && !unreadable(trace, call))
        .map((call) => ({
          ref: lastOf(call),
          wrong:
            errorCodeOf(call) === undefined
              ? undefined
              : `${call.request.frame.method} of ${JSON.stringify(valueAt(call.request.frame.params, "uri"))} fails with ${JSON.stringify(errorCodeOf(call))}`,
        })),
      "no resource was subscribed to",
    );
  },
};

/** Whether a subscription fails with an internal error, as reading the same resource does: nobody could subscribe to it. */
function unreadable(trace: Trace, call: Call): boolean {
  return (
    errorCodeOf(call) === internalError &&
    calls(trace, "resources/read").some((read) => uriOf(read) === uriOf(call) && errorCodeOf(read) === internalError)
  );
}

export const subscriptionsUpdatedDeclared: Check = {
  id: "subscriptions.updated-declared",
  title: "notifications/resources/updated is sent only by a server that declared resources.subscribe",
  subject: "server",
  level: "MUST",
  spec: { "2025-06-18": "basic/lifecycle#operation", "2026-07-28": "removed" },
  advice: 'Declare "resources": { "subscribe": true }, or do not send the notification.',
  explains: [{ checks: ["subscriptions.updated-subscribed"], within: "message" }],
  verify: (trace) => declaredUpdates(trace),
};

export const subscriptionsUpdatedAnnounced: Check = {
  id: "subscriptions.updated-announced",
  title: "notifications/resources/updated is announced by resources.subscribe",
  subject: "server",
  level: "SHOULD",
  spec: { "2024-11-05": "basic/lifecycle#operation", "2025-06-18": "removed" },
  advice: 'Declare "resources": { "subscribe": true }, or do not send the notification.',
  verify: (trace) => declaredUpdates(trace),
};

function declaredUpdates(trace: Trace): Outcome {
  const declared = declares(trace, "resources.subscribe");
  if (declared === undefined) return inconclusive("the server announced no capabilities");
  if (updates(trace).length === 0) return notApplicable(noUpdate);
  return overall(
    updates(trace).map((message) => ({
      ref: message,
      wrong: declared ? undefined : "an update was sent, but resources.subscribe is not declared",
    })),
    noUpdate,
  );
}

export const subscriptionsUpdatedSubscribed: Check = {
  id: "subscriptions.updated-subscribed",
  title: "Updates are sent only to a client that subscribed",
  subject: "server",
  level: "SHOULD",
  spec: { "2024-11-05": "server/resources#subscriptions", "2026-07-28": "removed" },
  advice: "Keep the subscriptions of each client, and end them with resources/unsubscribe.",
  tolerance: "The update may name a part of what was subscribed to; only a client without any subscription counts.",
  verify(trace) {
    return overallIfAny(
      updates(trace).map((message) => ({
        ref: message,
        wrong:
          openSubscriptions(trace, message).length > 0
            ? undefined
            : `an update of ${JSON.stringify(valueAt(message.frame.params, "uri"))} without a subscription`,
        // Two streams have no common order: an update that comes on another one may have been sent before the end.
        ...(message.exchange === undefined ? {} : { timing: true }),
      })),
      noUpdate,
    );
  },
};

/** The URIs subscribed to on the connection when a message came; an unsubscribe counts once it was answered with a result. */
function openSubscriptions(trace: Trace, message: Message): Json[] {
  const before = (call: Call): boolean => call.request.connection === message.connection && call.request.seq < message.seq;
  const ended = calls(trace, "resources/unsubscribe").filter(
    (call) => before(call) && call.answer?.frame.kind === "result" && call.answer.seq < message.seq,
  );
  return calls(trace, "resources/subscribe")
    .filter(before)
    .filter((call) => !ended.some((end) => end.request.seq > call.request.seq && uriOf(end) === uriOf(call)))
    .map(uriOf);
}

const uriOf = (call: Call): Json => valueAt(call.request.frame.params, "uri") ?? null;
