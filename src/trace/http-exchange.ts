import { memoized, memoizedBy } from "../base/memoized.ts";
import { eventsOf, type Trace } from "./trace.ts";
import type { EventOf } from "./wire-event.ts";

/** One HTTP request with all that came back. `response` is absent when no status line arrived. */
export type HttpExchange = {
  readonly exchange: number;
  readonly connection: number;
  readonly request: EventOf<"http-request">;
  readonly response: EventOf<"http-response"> | undefined;
  readonly body: EventOf<"http-body"> | undefined;
  readonly stream: readonly EventOf<"sse-event">[];
  readonly end: EventOf<"http-end"> | undefined;
};

/** The HTTP exchanges of a trace, in the order of their requests; `method` narrows to one HTTP method. */
export function httpExchanges(trace: Trace, method?: string): readonly HttpExchange[] {
  return method === undefined ? allExchanges(trace) : exchangesBy(trace, method);
}

const exchangesBy = memoizedBy((trace: Trace, method: string) =>
  allExchanges(trace).filter((exchange) => exchange.request.method === method),
);

const allExchanges = memoized((trace: Trace): readonly HttpExchange[] => {
  const responses = byExchange(eventsOf(trace, "http-response"));
  const bodies = byExchange(eventsOf(trace, "http-body"));
  const ends = byExchange(eventsOf(trace, "http-end"));
  const streams = groupByExchange(eventsOf(trace, "sse-event"));
  return eventsOf(trace, "http-request").map((request) => ({
    exchange: request.exchange,
    connection: request.connection,
    request,
    response: responses.get(request.exchange),
    body: bodies.get(request.exchange),
    stream: streams.get(request.exchange) ?? [],
    end: ends.get(request.exchange),
  }));
});

function byExchange<E extends { readonly exchange: number }>(events: readonly E[]): Map<number, E> {
  return new Map(events.map((event) => [event.exchange, event]));
}

function groupByExchange<E extends { readonly exchange: number }>(events: readonly E[]): Map<number, E[]> {
  const groups = new Map<number, E[]>();
  for (const event of events) {
    const group = groups.get(event.exchange);
    if (group === undefined) groups.set(event.exchange, [event]);
    else group.push(event);
  }
  return groups;
}

/**
 * The exchanges in which a stream was asked for by GET and something else came: what such a body says is said of the stream, and
 * answers no message, whenever it arrives.
 */
export const streamRefusals = memoized(
  (trace: Trace): ReadonlySet<number> =>
    new Set(httpExchanges(trace, "GET").flatMap(({ exchange, body }) => (body === undefined ? [] : [exchange]))),
);
