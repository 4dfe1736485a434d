import { memoized } from "../../base/memoized.ts";
import { streamRefusals } from "../http-exchange.ts";
import { type Call, calls } from "../call.ts";
import { type Message, messages } from "../message.ts";
import { stepsTagged } from "../step.ts";
import { stepOf } from "../step-index.ts";
import { eventsOf, type Trace } from "../trace.ts";
import type { EventOf } from "../wire-event.ts";

/**
 * A special step together with what it led to: `received` are the messages of the subject on that connection from the
 * step to the answer of the next fence (or of its own connection's end), `fence` the call that proves the subject has
 * dealt with it, absent when the scenario had none after it.
 */
export type Fenced = {
  readonly step: EventOf<"step">;
  readonly received: readonly Message[];
  readonly sent: readonly Message[];
  readonly fence: Call | undefined;
};

/** The steps with a tag, each with what the subject sent until the next fence on its connection was answered. */
export function fenced(trace: Trace, tag: string): Fenced[] {
  return stepsTagged(trace, tag).map((step) => fencedStep(trace, step));
}

/** A step with what the subject sent until the next fence on its connection was answered. */
export function fencedStep(trace: Trace, step: EventOf<"step">): Fenced {
  const fence = fenceCalls(trace).find((call) => call.request.connection === step.connection && call.request.seq > step.seq);
  const until = fence?.answer?.seq ?? Number.POSITIVE_INFINITY;
  const refusals = streamRefusals(trace);
  const window = messages(trace).filter(
    ({ connection, seq, exchange }) =>
      connection === step.connection && seq > step.seq && seq < until && !(exchange !== undefined && refusals.has(exchange)),
  );
  return {
    step,
    received: window.filter((message) => message.direction === "received"),
    sent: window.filter((message) => message.direction === "sent"),
    fence,
  };
}

/** The calls made by fence steps, in order. */
const fenceCalls = memoized((trace: Trace): readonly Call[] =>
  calls(trace).filter((call) => stepOf(trace, call.request)?.verb === "fence"),
);

/** The end of the child process of a connection, if it was seen. */
export function exitOf(trace: Trace, connection: number): EventOf<"exit"> | undefined {
  return eventsOf(trace, "exit").find((event) => event.connection === connection);
}

/** The end of a process that nobody asked to end. */
export function endedByItself(trace: Trace, connection: number): EventOf<"exit"> | undefined {
  const exit = exitOf(trace, connection);
  const askedToEnd = [...eventsOf(trace, "stdin-closed"), ...eventsOf(trace, "signal")].some(
    (event) => event.connection === connection && event.seq < (exit?.seq ?? 0),
  );
  return askedToEnd ? undefined : exit;
}
