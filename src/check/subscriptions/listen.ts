import { asObject, at, isArray, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import { type Call, calls, type FrameOf, type Message, messages } from "../../trace/message.ts";
import { notificationsFrom, subscriptionIdKey } from "../../trace/server-message.ts";
import { eventsOf, type Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { inconclusive, type Looked, notApplicable, overall, type Outcome } from "../outcome.ts";
import { plain } from "../rules/text-forms.ts";

const acknowledged = "notifications/subscriptions/acknowledged";
const listens = (trace: Trace): Call[] => [...calls(trace, "subscriptions/listen")];

/** The change notifications, which a stateless server sends on subscriptions alone, and the filter member that asks for each. */
const filters: Readonly<Record<string, string>> = {
  "notifications/tools/list_changed": "toolsListChanged",
  "notifications/prompts/list_changed": "promptsListChanged",
  "notifications/resources/list_changed": "resourcesListChanged",
  "notifications/resources/updated": "resourceSubscriptions",
};

type Note = Message<FrameOf<"notification">>;
const changes = (trace: Trace): Note[] => notificationsFrom(trace).filter((note) => note.frame.method in filters);
const subscriptionIdOf = (note: Note): Json | undefined => at(note.frame.params, "_meta", subscriptionIdKey);

/** The subscription a notification belongs to, by its id; ids that differ only in their JSON type are taken for the same. */
function listenOf(trace: Trace, note: Note): Call | undefined {
  const id = subscriptionIdOf(note);
  return listens(trace).findLast(
    (call) =>
      call.request.connection === note.connection && call.request.seq < note.seq && plain(call.request.frame.id) === plain(id),
  );
}

/** The outcome where no subscription brought anything: untested if none was opened, nothing to say if none came about. */
const withoutAny = (trace: Trace): Outcome =>
  listens(trace).length === 0 ? inconclusive("no subscription was opened") : notApplicable("nothing came on a subscription");

const page = "basic/patterns/subscriptions";

export const subscriptionsAcknowledgedFirst: Check = {
  id: "subscriptions.acknowledged-first",
  title: "A subscription begins with notifications/subscriptions/acknowledged",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": `${page}#acknowledgment` },
  advice: "Acknowledge before anything else is sent with that subscriptionId.",
  tolerance: "A listen request refused with an error opens no subscription.",
  verify(trace) {
    const open = listens(trace).filter((call) => call.answer?.frame.kind !== "error");
    if (open.length === 0)
      return listens(trace).length === 0
        ? inconclusive("no subscription was opened")
        : notApplicable("the server refused subscriptions/listen");
    return overall(
      open.flatMap((call): Looked[] => {
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
      "no subscription got as far as a message",
    );
  },
};

/** A message of the server that carries the id of a subscription: a notification by `_meta`, or the final result. */
function belongs(message: Message, call: Call): boolean {
  if (message.direction !== "received" || message.connection !== call.request.connection || message.seq < call.request.seq)
    return false;
  if (message.frame.kind === "notification")
    return plain(at(message.frame.params, "_meta", subscriptionIdKey)) === plain(call.request.frame.id);
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
    if (all.length === 0)
      return listens(trace).length === 0
        ? inconclusive("no subscription was opened")
        : notApplicable("no notification came on a subscription");
    return overall(
      all.map((note) => ({
        ref: note,
        wrong:
          listenOf(trace, note) === undefined
            ? `${note.frame.method} has the subscriptionId ${JSON.stringify(subscriptionIdOf(note)) ?? "(none)"}, which is no open subscription`
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
  spec: { "2026-07-28": `${page}#receiving-notifications` },
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
  spec: { "2026-07-28": `${page}#opening-a-stream` },
  advice: "Filter by the notifications member of the request, for each subscription.",
  verify(trace) {
    if (changes(trace).length === 0)
      return listens(trace).length === 0
        ? inconclusive("no subscription was opened")
        : notApplicable("nothing changed while a subscription was open");
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
  const asked = at(call.request.frame.params, "notifications", filters[note.frame.method] ?? "");
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
      acknowledgments.flatMap((note): Looked[] => {
        const call = listenOf(trace, note);
        if (call === undefined) return [];
        const asked = asObject(at(call.request.frame.params, "notifications"));
        return [{ ref: note, wrong: surplus(asked, asObject(at(note.frame.params, "notifications"))) }];
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
  verify(trace) {
    const ended = listens(trace).filter((call) => call.answer?.frame.kind === "result");
    if (ended.length === 0)
      return listens(trace).length === 0
        ? inconclusive("no subscription was opened")
        : notApplicable("the server ended no subscription with a result");
    return overall(
      ended.map((call) => {
        const id = call.answer?.frame.kind === "result" ? at(call.answer.frame.result, "_meta", subscriptionIdKey) : undefined;
        return {
          ref: call.answer?.seq ?? 0,
          wrong: id === call.request.frame.id ? undefined : `subscriptionId is ${JSON.stringify(id) ?? "missing"}`,
        };
      }),
      "the server ended no subscription with a result",
    );
  },
};
