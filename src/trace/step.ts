import { allCalls, type Call } from "./call.ts";
import { frameIn } from "./frame-in.ts";
import { type HttpExchange, httpExchanges } from "./http-exchange.ts";
import { stepOf } from "./step-index.ts";
import { eventsOf, type Trace } from "./trace.ts";
import type { EventOf } from "./wire-event.ts";

/** The steps with a tag, in order. */
export function stepsTagged(trace: Trace, tag: string): EventOf<"step">[] {
  return eventsOf(trace, "step").filter((step) => step.tag === tag);
}

/** The calls that were made in a step with this tag, deviant ones included. */
export function callsTagged(trace: Trace, tag: string): Call[] {
  return allCalls(trace).filter((call) => stepOf(trace, call.request)?.tag === tag);
}

/**
 * The HTTP exchanges of steps with this tag. Of a step that sends a request only that one is meant: what else the session
 * posts meanwhile (answers to requests of the server, notifications) has nothing of what makes the step special.
 */
export function exchangesTagged(trace: Trace, tag: string): HttpExchange[] {
  return httpExchanges(trace).filter(({ request }) => {
    const step = stepOf(trace, request);
    return step?.tag === tag && (step.verb !== "request" || frameIn(request)?.kind === "request");
  });
}

/** The events of a step: from it up to the next step on its connection. */
export function eventsOfStep(trace: Trace, step: EventOf<"step">): readonly Trace["events"][number][] {
  const next = eventsOf(trace, "step").find((other) => other.connection === step.connection && other.seq > step.seq);
  return trace.events.filter(
    (event) => event.connection === step.connection && event.seq > step.seq && (next === undefined || event.seq < next.seq),
  );
}
