import type { ExchangeEnd, HttpClientTransport, Sent } from "../../transport/client-transport.ts";
import { pauseUnless } from "../../base/time/clock-waits.ts";
import type { Clock } from "../../base/time/clock.ts";

/** Follows an event stream over all the connections a server spreads it on; resolves with the end of the last one. */
export type FollowStream = (sent: Required<Sent>, unwanted: AbortSignal) => Promise<ExchangeEnd>;

/** How far a stream was read: the id of its last event, and how long the server wants a client to wait, in ms. */
type Cursor = { id: string; retryMs: number | undefined };

/** The wait of a server that named none, in ms. */
const usualMs = 1000;

/** Attempts in a row that may fail, and connections in all: a server that always closes at once must not keep a host busy. */
const mostFailures = 4;
const mostConnections = 1000;

/**
 * Resumes event streams as 2025-03-26 to 2025-11-25 want it (basic/transports#resumability-and-redelivery): by a GET with
 * `Last-Event-ID`, after the time the server's `retry` names, and only where its events had ids. 2026-07-28 has no such
 * thing; there `resumes` says no.
 */
export function followStreams(transport: HttpClientTransport, clock: Clock, resumes: () => boolean): FollowStream {
  const cursors = new Map<number, Cursor>();
  transport.onStreamEvent(({ exchange, id, retry, unterminated }) => {
    const cursor = cursors.get(exchange);
    if (cursor === undefined || unterminated === true) return;
    if (id !== undefined) cursor.id = id;
    if (retry !== undefined && /^\d{1,9}$/.test(retry)) cursor.retryMs = Number(retry);
  });

  async function endOf({ exchange, ended }: Required<Sent>, cursor: Cursor): Promise<ExchangeEnd> {
    cursors.set(exchange, cursor);
    const end = await ended;
    cursors.delete(exchange);
    return end;
  }

  return async (sent, unwanted) => {
    const cursor: Cursor = { id: "", retryMs: undefined };
    let end = await endOf(sent, cursor);
    let failures = 0;
    for (let connections = 1; connections < mostConnections && failures < mostFailures; connections += 1) {
      if (unwanted.aborted || end.how === "closed-by-us" || cursor.id === "" || !resumes()) return end;
      const before = cursor.id;
      await pauseUnless(clock, Math.max(cursor.retryMs ?? usualMs, connections * 10), unwanted);
      if (unwanted.aborted) return end;
      const again = transport.openStream(cursor.id) as Required<Sent>;
      const next = await endOf(again, cursor);
      const { status = 503 } = next;
      if (status !== 200 && status < 500 && status !== 429) return end;
      failures = status === 200 || cursor.id !== before ? 0 : failures + 1;
      if (status === 200) end = next;
    }
    return end;
  };
}
