import { valueAt, type Json } from "../../../jsonrpc/json.ts";
import { calls } from "../../../trace/call.ts";
import { notificationsFrom, requestsFrom } from "../../../trace/facts/server-message.ts";
import { httpExchanges } from "../../../trace/http-exchange.ts";
import { type FrameOf, type Message, messagesOf } from "../../../trace/message.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, notApplicable, overall, type Outcome } from "../../outcome.ts";

const method = "notifications/cancelled";

export const cancellationOwnRequests: Check = {
  id: "cancellation.own-requests",
  title: "A server cancels only requests it sent itself, and none that it knows to be answered",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "basic/utilities/cancellation#behavior-requirements", "2026-07-28": "removed" },
  advice: "notifications/cancelled goes in the direction of the request, and only while that is open.",
  tolerance:
    "A cancellation without requestId is left to the check of its shape. One that may have crossed the answer on its way is accepted: the server must have answered something that was asked after it.",
  verify(trace) {
    const sent = requestsByKey(trace);
    const answered = answersGiven(trace);
    return overServerCancellations(trace, (message, id) => {
      const key = requestKey(message.connection, id);
      const last = sent.get(key)?.findLast(({ seq }) => seq <= message.seq);
      if (last === undefined) return `the server cancelled ${JSON.stringify(id)}, which it never sent`;
      const answer = answered.get(key)?.find(({ seq }) => seq > last.seq);
      return answer !== undefined && knewOf(trace, answer, message.seq)
        ? `the server cancelled ${JSON.stringify(id)}, which had been answered`
        : undefined;
    });
  },
};

/** The requests of the server by their id: looked up, for a server may cancel very often. */
function requestsByKey(trace: Trace): ReadonlyMap<string, readonly Message[]> {
  return byKey(requestsFrom(trace));
}

/** What mcpcheck answered to requests of the server, by their id. */
function answersGiven(trace: Trace): ReadonlyMap<string, readonly Message[]> {
  return byKey([...messagesOf(trace, "sent", "result"), ...messagesOf(trace, "sent", "error")]);
}

type WithId = FrameOf<"request"> | FrameOf<"result"> | FrameOf<"error">;

function byKey(list: readonly Message<WithId>[]): ReadonlyMap<string, readonly Message[]> {
  const groups = new Map<string, Message[]>();
  for (const message of list) {
    const key = requestKey(message.connection, message.frame.id ?? null);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [message]);
    else group.push(message);
  }
  return groups;
}

/**
 * Whether the server had certainly read an answer of mcpcheck before an event: it answered a request that was sent later, and
 * over HTTP after the answer had been taken, for two POSTs have no common order.
 */
function knewOf(trace: Trace, answer: Message, before: number): boolean {
  const taken =
    answer.exchange === undefined
      ? answer.seq
      : (httpExchanges(trace).find(({ exchange }) => exchange === answer.exchange)?.response?.seq ?? Infinity);
  return calls(trace).some(
    ({ request, answer: later }) =>
      request.connection === answer.connection && request.seq > taken && later !== undefined && later.seq < before,
  );
}

function requestKey(connection: number, id: Json): string {
  return `${connection} ${JSON.stringify(id)}`;
}

export const cancellationOnlySubscriptions: Check = {
  id: "cancellation.only-subscriptions",
  title: "A server sends notifications/cancelled only to end a subscription that is open",
  subject: "server",
  level: "MUST NOT",
  spec: { "2026-07-28": "basic/patterns/cancellation#behavior-requirements" },
  advice: "Answer any other request with a result or an error, and end a subscription once.",
  tolerance: "The result of subscriptions/listen may come before or after the cancellation that goes with it.",
  verify(trace) {
    const told = new Map<string, number>();
    return overServerCancellations(trace, (message, id) => {
      const opened = calls(trace, "subscriptions/listen").filter(
        ({ request }) => request.connection === message.connection && request.seq < message.seq && request.frame.id === id,
      ).length;
      if (opened === 0) return `the server cancelled ${JSON.stringify(id)}, which is not a subscription`;
      const key = requestKey(message.connection, id);
      const times = (told.get(key) ?? 0) + 1;
      told.set(key, times);
      return times > opened ? `the server cancelled the subscription ${JSON.stringify(id)} again` : undefined;
    });
  },
};

function overServerCancellations(
  trace: Trace,
  defect: (message: Message<FrameOf<"notification">>, id: Json) => string | undefined,
): Outcome {
  const sent = notificationsFrom(trace, method);
  if (sent.length === 0) return notApplicable("the server cancelled nothing");
  return overall(
    sent.flatMap((message): Exhibit[] => {
      const id = valueAt(message.frame.params, "requestId");
      return id === undefined ? [] : [{ ref: message, wrong: defect(message, id) }];
    }),
    "the server cancelled nothing",
  );
}
