import { asObject, valueAt, isArray, type JsonObject } from "../../../jsonrpc/json.ts";
import { type Call, lastOf } from "../../../trace/call.ts";
import { type Message, messages } from "../../../trace/message.ts";
import { notificationsFrom, subscriptionIdKey } from "../../../trace/facts/server-message.ts";
import { eventsOf, type Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall } from "../../outcome.ts";
import { textOrJson } from "../../rules/text-forms.ts";
import {
  subscriptionsPage,
  type Note,
  withoutAny,
  acknowledged,
  listenOf,
  subscriptionIdOf,
  listens,
} from "../../rules/subscriptions-seen.ts";

/** The change notifications, which a stateless server sends on subscriptions alone, and the filter member that asks for each. */
const filters: Readonly<Record<string, string>> = {
  "notifications/tools/list_changed": "toolsListChanged",
  "notifications/prompts/list_changed": "promptsListChanged",
  "notifications/resources/list_changed": "resourcesListChanged",
  "notifications/resources/updated": "resourceSubscriptions",
};

const changes = (trace: Trace): Note[] => notificationsFrom(trace).filter((note) => note.frame.method in filters);

export const subscriptionsAcknowledgedFirst: Check = {
  id: "subscriptions.acknowledged-first",
  title: "A subscription begins with notifications/subscriptions/acknowledged",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": `${subscriptionsPage}#acknowledgment` },
  advice: "Acknowledge before anything else is sent with that subscriptionId.",
  tolerance: "A listen request refused with an error opens no subscription.",
  verify(trace) {
    const open = listens(trace).filter((call) => call.answer?.frame.kind !== "error");
    if (open.length === 0) return withoutAny(trace, "the server refused subscriptions/listen");
    return overall(
      open.flatMap((call): Exhibit[] => {
        const first = messages(trace).find((message) => belongs(message, call));
        if (first === undefined) {
          const waited =
            call.silence ?? eventsOf(trace, "silence").find((one) => one.awaiting === acknowledged && one.seq > call.request.seq);
          return waited === undefined ? [] : [{ ref: waited, wrong: "the subscription was not acknowledged" }];
        }
        const isAck = first.frame.kind === "notification" && first.frame.method === acknowledged;
        return [
          {
            ref: first,
            wrong: isAck
              ? undefined
              : `the first message of subscription ${JSON.stringify(call.request.frame.id)} is ${describe(first)}`,
          },
        ];
      }),
      "nothing was received on a subscription",
    );
  },
};

/** A message of the server that carries the id of a subscription: a notification by `_meta`, or the final result. */
function belongs(message: Message, call: Call): boolean {
  if (message.direction !== "received" || message.connection !== call.request.connection || message.seq < call.request.seq)
    return false;
  if (message.frame.kind === "notification")
    return textOrJson(valueAt(message.frame.params, "_meta", subscriptionIdKey)) === textOrJson(call.request.frame.id);
  return message.frame.kind === "result" && message.seq === call.answer?.seq;
}

const describe = (message: Message): string =>
  message.frame.kind === "notification" ? message.frame.method : "the final result";

export const subscriptionsIdPresent: Check = {
  id: "subscriptions.id-present",
  title: "Change notifications carry the id of their subscription",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": "basic#meta" },
  advice: "Put the id of the subscriptions/listen request into _meta under io.modelcontextprotocol/subscriptionId.",
  verify(trace) {
    const all = [...changes(trace), ...notificationsFrom(trace, acknowledged)];
    if (all.length === 0) return withoutAny(trace, "no notification came on a subscription");
    return overall(
      all.map((note) => ({
        ref: note,
        wrong:
          listenOf(trace, note) === undefined
            ? `${note.frame.method} has the subscriptionId ${JSON.stringify(subscriptionIdOf(note)) ?? "(none)"}, which is not an open subscription`
            : undefined,
      })),
      "no notification came on a subscription",
    );
  },
};

export const subscriptionsIdType: Check = {
  id: "subscriptions.id-type",
  title: "A subscriptionId has the JSON type of the request id",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": `${subscriptionsPage}#receiving-notifications` },
  advice: 'Keep the id as it is: 7 and "7" are two ids.',
  verify(trace) {
    const known = [...changes(trace), ...notificationsFrom(trace, acknowledged)].filter(
      (note) => listenOf(trace, note) !== undefined,
    );
    if (known.length === 0) return withoutAny(trace);
    return overall(
      known.map((note) => ({
        ref: note,
        wrong:
          subscriptionIdOf(note) === listenOf(trace, note)?.request.frame.id
            ? undefined
            : `subscriptionId came back as ${JSON.stringify(subscriptionIdOf(note))}`,
      })),
      "no notification came on a subscription",
    );
  },
};

export const subscriptionsOnlyRequested: Check = {
  id: "subscriptions.only-requested",
  title: "A subscription carries only what was asked for",
  subject: "server",
  level: "MUST NOT",
  spec: { "2026-07-28": `${subscriptionsPage}#opening-a-stream` },
  advice: "Filter by the notifications member of the request, for each subscription.",
  verify(trace) {
    if (changes(trace).length === 0) return withoutAny(trace, "nothing changed while a subscription was open");
    return overall(
      changes(trace).map((note) => {
        const known = listenOf(trace, note);
        const candidates = known === undefined ? listens(trace).filter((call) => call.request.seq < note.seq) : [known];
        return {
          ref: note,
          wrong: candidates.some((call) => asksFor(call, note)) ? undefined : `${note.frame.method} was not asked for`,
        };
      }),
      "nothing changed while a subscription was open",
    );
  },
};

function asksFor(call: Call, note: Note): boolean {
  const asked = valueAt(call.request.frame.params, "notifications", filters[note.frame.method] ?? "");
  return asked === true || (isArray(asked) && asked.length > 0);
}

export const subscriptionsAckSubset: Check = {
  id: "subscriptions.ack-subset",
  title: "What is acknowledged is part of what was asked for",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": "schema#subscriptionsacknowledgednotificationparams" },
  advice: "Acknowledge only the types and URIs the client named, and of these only the ones you support.",
  verify(trace) {
    const acknowledgments = notificationsFrom(trace, acknowledged);
    if (acknowledgments.length === 0) return withoutAny(trace);
    return overall(
      acknowledgments.flatMap((note): Exhibit[] => {
        const call = listenOf(trace, note);
        if (call === undefined) return [];
        const asked = asObject(valueAt(call.request.frame.params, "notifications"));
        return [{ ref: note, wrong: surplus(asked, asObject(valueAt(note.frame.params, "notifications"))) }];
      }),
      "no subscription was acknowledged",
    );
  },
};

function surplus(asked: JsonObject, granted: JsonObject): string | undefined {
  for (const [name, value] of Object.entries(granted)) {
    if (value === false || (isArray(value) && value.length === 0)) continue;
    const wanted = asked[name];
    if (wanted === undefined || wanted === false) return `${name} was acknowledged and not asked for`;
    const uri = isArray(value) && isArray(wanted) ? value.find((one) => !wanted.includes(one)) : undefined;
    if (uri !== undefined) return `${JSON.stringify(uri)} was acknowledged and not asked for`;
  }
  return undefined;
}

export const subscriptionsEndResult: Check = {
  id: "subscriptions.end-result",
  title: "The result that ends a subscription names it",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": "schema#subscriptionslistenresult" },
  advice: "Put the id of the request into _meta of the result, under io.modelcontextprotocol/subscriptionId.",
  // A result that is empty lacks what every result has as well.
  explains: [{ checks: ["discovery.result-type", "discovery.server-info"], within: "message" }],
  verify(trace) {
    const ended = listens(trace).filter((call) => call.answer?.frame.kind === "result");
    if (ended.length === 0) return withoutAny(trace, "the server ended no subscription with a result");
    return overall(
      ended.map((call) => {
        const id =
          call.answer?.frame.kind === "result" ? valueAt(call.answer.frame.result, "_meta", subscriptionIdKey) : undefined;
        return {
          ref: lastOf(call),
          wrong: id === call.request.frame.id ? undefined : `subscriptionId is ${JSON.stringify(id) ?? "missing"}`,
        };
      }),
      "the server ended no subscription with a result",
    );
  },
};
