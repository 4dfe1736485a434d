import { valueAt } from "../../jsonrpc/json.ts";
import { type Call, calls, messagesOf } from "../message.ts";
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
        return call === undefined ? [] : [{ call, told: message.seq }];
      }),
    ...eventsOf(trace, "http-end")
      .filter((end) => closes && end.how === "closed-by-us")
      .flatMap((end) => {
        const call = calls(trace).find(({ request }) => request.exchange === end.exchange);
        return call === undefined ? [] : [{ call, told: end.seq }];
      }),
  ];
  return told
    .filter(({ call, told: seq }) => call.answer === undefined || call.answer.seq > seq)
    .map((one) => ({ ...one, knew: knowsFrom(trace, one.call, one.told), givenUp: wasGivenUp(trace, one) }));
}

function wasGivenUp(trace: Trace, { call: { request }, told }: { readonly call: Call; readonly told: number }): boolean {
  const awaited = JSON.stringify(request.frame.id);
  return eventsOf(trace, "silence").some(
    ({ connection, awaiting, seq }) =>
      connection === request.connection && awaiting === awaited && seq > request.seq && seq < told,
  );
}

function knowsFrom(trace: Trace, call: Call, told: number): number | undefined {
  return calls(trace).find(
    ({ request, answer }) => request.connection === call.request.connection && request.seq > told && answer !== undefined,
  )?.answer?.seq;
}
