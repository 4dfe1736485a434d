import type { HostTrace } from "../../../check/host/host-event.ts";
import { hostEvents } from "../../../check/host/host-event.ts";
import { judgedAsSpoken } from "../../../trace/judged-as-spoken.ts";
import type { Subject, Trace } from "../../../trace/trace.ts";
import type { Unrecorded, WireEvent } from "../../../trace/wire-event.ts";

/** A number for each key, in the order in which they come. */
function numbering(): (key: string) => number {
  const numbers = new Map<string, number>();
  return (key) => {
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    return number;
  };
}

/**
 * What a host did as a client in a case, one trace for each transport it met servers on: every process and every session is a
 * connection, judged by the revision it came to. `scenario` names the case.
 */
export function clientTraces(trace: HostTrace, scenario: string): readonly Trace[] {
  const connectionOf = numbering();
  const exchangeOf = numbering();
  const transports = new Map<number, Subject["transport"]>();
  const grouped = new Map<Subject["transport"], Unplaced[]>();
  for (const { at, server, event } of hostEvents(trace, "server-wire")) {
    const connection = connectionOf(`${server} ${event.connection}`);
    if (event.kind === "connect") transports.set(connection, event.transport);
    const transport = transports.get(connection) ?? "stdio";
    const events = grouped.get(transport) ?? [];
    grouped.set(transport, events);
    const exchange = "exchange" in event ? { exchange: exchangeOf(`${server} ${event.exchange}`) } : {};
    const session = event.kind === "connect" ? { session: `${scenario}, ${server}` } : {};
    events.push({ at, event: { ...event, connection, ...exchange, ...session } });
    if (event.kind === "connect") events.push({ at, event: { kind: "step", connection, scenario, verb: "serve" } });
  }
  return [...grouped].map(([transport, events]) =>
    judgedAsSpoken({
      subject: { kind: "client", transport },
      events: events.map(({ at, event }, index): WireEvent => ({ seq: index + 1, at, ...event })),
    }),
  );
}

type Unplaced = { readonly at: number; readonly event: Unrecorded };
