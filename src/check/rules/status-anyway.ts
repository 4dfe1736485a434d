import { type Posted, posts, type Responded } from "../../trace/facts/http-facts.ts";
import { frameIn } from "../../trace/frame-in.ts";
import { stepOf } from "../../trace/step-index.ts";
import type { Trace } from "../../trace/trace.ts";

/** Plain requests that were refused with the status of another exchange. */
function refusedAlike(trace: Trace, { exchange, response }: Responded): Posted[] {
  if (response.status < 400) return [];
  return posts(trace).filter((other) => {
    const step = stepOf(trace, other.request);
    const plain = other.frame.kind === "request" && step?.tag === undefined && step?.deviant !== true;
    return plain && other.exchange !== exchange && other.response.status === response.status;
  });
}

/**
 * Whether a refused POST has the status that a plain request of the same method was refused with too. Then the status says
 * nothing of what is special about this one.
 */
export function statusAnyway(trace: Trace, exchange: Responded): boolean {
  const own = frameIn(exchange.request);
  const method = own?.kind === "request" ? own.method : undefined;
  return refusedAlike(trace, exchange).some(
    ({ frame }) => frame.kind === "request" && (method === undefined || frame.method === method),
  );
}

/** The statuses with which something in front of a server turns everything away: no credentials, too many requests, nobody there. */
const turnsAway = (status: number): boolean => status === 401 || status === 403 || status === 429 || status >= 500;

/** Whether a POST was turned away with a status with which plain requests of any method were turned away too. */
export const turnedAwayAnyway = (trace: Trace, exchange: Responded): boolean =>
  turnsAway(exchange.response.status) && refusedAlike(trace, exchange).length > 0;
