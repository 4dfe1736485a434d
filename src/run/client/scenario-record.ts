import { createSecrets } from "../../base/secrets/secrets.ts";
import { hiddenEvent, type Hiding } from "../../trace/hidden-event.ts";
import type { Subject, Trace } from "../../trace/trace.ts";
import type { Unrecorded, WireEvent } from "../../trace/wire-event.ts";

/** An event and when it happened, in ms of the monotonic clock that all processes share. */
export type TimedEvent = { readonly at: number; readonly event: Unrecorded };

/** What happened in one scenario; connections and exchanges are numbered from 1 within it. */
export type ScenarioRecord = {
  readonly note: (event: Unrecorded, at?: number) => void;
  readonly nextConnection: () => number;
  readonly nextExchange: () => number;
  /** Everything that was noted, in the order in which it happened. */
  readonly events: () => readonly TimedEvent[];
};

/** Milliseconds of the clock that all processes of a machine share. */
export const monotonicMs = (): number => Number(process.hrtime.bigint() / 1000n) / 1000;

/** Most events kept of one scenario: a client that sends without end must not cost memory without end. */
const mostEvents = 20_000;

/** An empty record. */
export function createScenarioRecord(): ScenarioRecord {
  const events: TimedEvent[] = [];
  let connections = 0;
  let exchanges = 0;
  return {
    note(event, at = monotonicMs()) {
      if (events.length < mostEvents) events.push({ at, event });
    },
    nextConnection: () => ++connections,
    nextExchange: () => ++exchanges,
    events: () => events.toSorted((one, other) => one.at - other.at),
  };
}

/**
 * The records of scenarios as one trace, one after the other, however they overlapped in time; `began` is the zero of its times, and
 * `secrets` are taken out of everything.
 */
export function traceOfRecords(
  subject: Subject,
  records: readonly (readonly TimedEvent[])[],
  began: number,
  secrets: Hiding = createSecrets(),
): Trace {
  const events: WireEvent[] = [];
  let connections = 0;
  let exchanges = 0;
  for (const record of records) {
    const [firstConnection, firstExchange] = [connections, exchanges];
    for (const { at, event } of record) {
      const connection = firstConnection + event.connection;
      connections = Math.max(connections, connection);
      const exchange = "exchange" in event ? { exchange: firstExchange + event.exchange } : {};
      exchanges = Math.max(exchanges, exchange.exchange ?? 0);
      const seq = events.length + 1;
      const clean = hiddenEvent(event, secrets);
      events.push({ seq, at: Math.round((at - began) * 1000) / 1000, ...clean, connection, ...exchange });
    }
  }
  return { subject: secrets.hideValue(subject), events };
}
