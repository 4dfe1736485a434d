import { valueAt } from "../../jsonrpc/json.ts";
import { type Call, calls } from "../call.ts";
import { type Message, messagesOf } from "../message.ts";
import { eventsOf, revisionOf, type Trace } from "../trace.ts";

/**
 * A request that was cancelled while it was open, with the event that told the server, and the first answer the server gave
 * to something asked afterwards: from there on it knew of the cancellation.
 */
export type CancelledCall = {
  readonly call: Call;
  readonly told: number;
  readonly knew: number | undefined;
  /** It had been waited for in vain. That nothing came of it then is no evidence: whether anything is given up depends on the machine. */
  readonly givenUp: boolean;
};

/** The requests that were cancelled while they were open: by a notification, or over HTTP from 2026-07-28 on by closing their stream. */
export function cancelledCalls(trace: Trace): CancelledCall[] {
  // Before, the end of a connection was not to be taken for a cancellation.
  const closes = (revisionOf(trace) ?? "") >= "2026-07-28";
  const told = [
    ...messagesOf(trace, "sent", "notification")
      .filter((message) => message.frame.method === "notifications/cancelled")
      .flatMap((message) => {
        const id = valueAt(message.frame.params, "requestId");
        const call = calls(trace).findLast(
          ({ request }) => request.connection === message.connection && request.frame.id === id && request.seq < message.seq,
        );
        return call === undefined ? [] : [{ call, told: message.seq, taken: takenAt(trace, message) }];
      }),
    ...eventsOf(trace, "http-end")
      .filter((end) => closes && end.how === "closed-by-us")
      .flatMap((end) => {
        const call = calls(trace).find(({ request }) => request.exchange === end.exchange);
        return call === undefined ? [] : [{ call, told: end.seq, taken: end.seq }];
      }),
  ];
  return told
    .filter(({ call, told: seq }) => call.answer === undefined || call.answer.seq > seq)
    .map(({ taken, ...one }) => ({ ...one, knew: knowsFrom(trace, one.call, taken), givenUp: wasGivenUp(trace, one) }));
}

function wasGivenUp(trace: Trace, { call: { request }, told }: { readonly call: Call; readonly told: number }): boolean {
  const awaited = JSON.stringify(request.frame.id);
  return eventsOf(trace, "silence").some(
    ({ connection, awaiting, seq }) =>
      connection === request.connection && awaiting === awaited && seq > request.seq && seq < told,
  );
}

/** Where the server has taken a message: over HTTP when it said so, over a pipe in the order of what it is sent. */
function takenAt(trace: Trace, { seq, exchange }: Message): number | undefined {
  if (exchange === undefined) return seq;
  return eventsOf(trace, "http-response").find((response) => response.exchange === exchange)?.seq;
}

/**
 * Over a pipe what comes after the answer to a later request was written after it. Over HTTP each answer comes on a way of its own,
 * so one more request has to be asked and answered, until all that was written before has arrived.
 */
function knowsFrom(trace: Trace, call: Call, taken: number | undefined): number | undefined {
  if (taken === undefined) return undefined;
  const first = answerAfter(trace, call, taken);
  return first === undefined || call.request.exchange === undefined ? first : answerAfter(trace, call, first);
}

/** The answer to the first request that was sent on the connection after an event and answered. */
function answerAfter(trace: Trace, call: Call, seq: number): number | undefined {
  return calls(trace).find(
    ({ request, answer }) => request.connection === call.request.connection && request.seq > seq && answer !== undefined,
  )?.answer?.seq;
}
