import { pauseUnless } from "../../../base/time/clock-waits.ts";
import { frameIn } from "../../../trace/frame-in.ts";
import { eventsOf } from "../../../trace/trace.ts";
import type { HttpClientTransport } from "../../../transport/client-transport.ts";
import type { Connection } from "../connection.ts";
import type { SessionState } from "../session-state.ts";
import { orAfter } from "./open-calls.ts";

/** How long a stream that is resumed is listened to beyond the time its request may take, in ms. */
const resumedMs = 500;

/** The longest a request is waited for that may take more, in ms; on a busy machine everything takes longer. */
const longestMs = 2000;

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
  const most = longestMs * run.pace.stretch();
  const left = (): number => Math.min(Math.max(0, (state.due?.at ?? run.clock.now()) - run.clock.now()), most);
  const listen = async (): Promise<boolean> => {
    const { ended, exchange: resumed } = transport.openStream(last);
    if (ended !== undefined) await orAfter(state, ended, left() + resumedMs);
    if (resumed !== undefined) transport.abort(resumed);
    return eventsOf(run.recorder.trace(), "sse-event").some(({ exchange: on, data = "" }) => on === resumed && data !== "");
  };
  const broughtMore = await listen();
  // A server may close the stream at any time (2025-11-25) and have its client come back: it does once the answer should be there. What
  // came once is not asked for again.
  if (broughtMore || left() === 0) return;
  await pauseUnless(run.clock, left(), run.stop);
  await listen();
}
