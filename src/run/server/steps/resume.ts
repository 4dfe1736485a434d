import { frameIn } from "../../../trace/frame-in.ts";
import { eventsOf } from "../../../trace/trace.ts";
import type { HttpClientTransport } from "../../../transport/client-transport.ts";
import type { Connection } from "../connection.ts";
import type { SessionState } from "../session-state.ts";
import { orAfter } from "./open-calls.ts";

/** How long a stream that is resumed is listened to beyond the time its request may take, in ms. */
const resumedMs = 500;

/**
 * Breaks the stream of the request in flight off, has something else answered meanwhile, and resumes the stream after the last
 * event that came (2025-03-26, basic/transports#resumability-and-redelivery). Nothing where no event had an id.
 */
export async function resume(state: SessionState, { session, number }: Connection): Promise<void> {
  const { inFlight, run } = state;
  if (session.transport.kind !== "http" || inFlight === undefined) return;
  const transport = session.transport as HttpClientTransport;
  const trace = run.recorder.trace();
  const exchange = eventsOf(trace, "http-request").findLast((event) => {
    const frame = event.connection === number ? frameIn(event) : undefined;
    return frame?.kind === "request" && frame.id === inFlight.id;
  })?.exchange;
  if (exchange === undefined) return;
  const last = eventsOf(trace, "sse-event").findLast((event) => event.exchange === exchange && (event.id ?? "") !== "")?.id;
  if (last === undefined) return;
  transport.abort(exchange);
  await session.request("ping");
  const { ended, exchange: resumed } = transport.openStream(last);
  const left = Math.max(0, (state.dueAt ?? run.clock.now()) - run.clock.now());
  if (ended !== undefined) await orAfter(state, ended, Math.min(left, 2000) + resumedMs);
  if (resumed !== undefined) transport.abort(resumed);
}
