import { memoized } from "../base/memoized.ts";
import { headerValue } from "./message.ts";
import { eventsOf, type Trace } from "./trace.ts";
import type { EventOf, WireEvent } from "./wire-event.ts";

/** The HTTP status of a server that was asked too much in too short a time (RFC 6585 section 4). */
export const tooManyRequests = 429;

/** Whether a server says only that it was asked too much: by status 429, or by 503 and when to come again (RFC 9110 section 15.6.4). */
export function isThrottling({ status, headers }: Pick<EventOf<"http-response">, "status" | "headers">): boolean {
  return status === tooManyRequests || (status === 503 && headerValue(headers, "retry-after") !== undefined);
}

/** The exchanges of a trace whose requests a server did not look at, and those of them that were asked again and heard. */
type Throttled = { readonly all: ReadonlySet<number>; readonly heardLater: ReadonlySet<number> };

const throttledIn = memoized((trace: Trace): Throttled => {
  const isServer = trace.subject.kind === "server";
  const all = new Set(
    isServer ? eventsOf(trace, "http-response").flatMap((one) => (isThrottling(one) ? [one.exchange] : [])) : [],
  );
  const requests = all.size === 0 ? [] : eventsOf(trace, "http-request");
  const heardLater = requests.flatMap((request) => {
    const isSame = (other: EventOf<"http-request">): boolean =>
      other.seq > request.seq &&
      other.connection === request.connection &&
      other.body === request.body &&
      !all.has(other.exchange);
    return all.has(request.exchange) && request.body !== null && requests.some(isSame) ? [request.exchange] : [];
  });
  return { all, heardLater: new Set(heardLater) };
});

/** What the server looked at: the trace without the exchanges it turned away because there were too many. */
export const heard = memoized((trace: Trace): Trace => {
  const { all } = throttledIn(trace);
  return all.size === 0 ? trace : only(trace, (event) => !all.has(exchangeOf(event)));
});

/**
 * What is certain of a trace: each connection up to the first request that was turned away and not asked again. What came after it
 * may rest on that the server did not hear of it.
 */
export const heardInFull = memoized((trace: Trace): Trace => {
  const { all, heardLater } = throttledIn(trace);
  const lost = new Map<number, number>();
  for (const { exchange, connection, seq } of all.size === 0 ? [] : eventsOf(trace, "http-request"))
    if (all.has(exchange) && !heardLater.has(exchange) && !lost.has(connection)) lost.set(connection, seq);
  const part = heard(trace);
  return lost.size === 0 ? part : only(part, ({ connection, seq }) => seq < (lost.get(connection) ?? Infinity));
});

/** One sentence about the requests that were turned away for good; none where there were none. */
export function whatWasThrottled(trace: Trace): readonly string[] {
  const { all, heardLater } = throttledIn(trace);
  const lost = all.size - heardLater.size;
  if (lost === 0) return [];
  return [`the server turned ${lost === 1 ? "a request" : `${lost} requests`} away because there were too many in a short time`];
}

const only = ({ subject, events }: Trace, isKept: (event: WireEvent) => boolean): Trace => ({
  subject,
  events: events.filter(isKept),
});

const exchangeOf = (event: WireEvent): number => ("exchange" in event && event.exchange !== undefined ? event.exchange : -1);
