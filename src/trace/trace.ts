import type { Revision } from "../spec/revision.ts";
import type { ConnectEvent, EventOf, WireEvent } from "./wire-event.ts";

/** What is judged: its kind, how it is reached, and what it says of itself. Secrets are redacted before they get here. */
export type Subject = {
  readonly kind: "server" | "client" | "host" | "parser" | "model";
  readonly transport: "stdio" | "http" | "sse" | "memory";
  readonly command?: readonly string[];
  readonly url?: string;
  readonly name?: string;
  readonly version?: string;
};

/** The append-only record of everything that went over the wire in a run, and of what the harness did meanwhile. */
export type Trace = { readonly subject: Subject; readonly events: readonly WireEvent[] };

/** The events of one kind, in order. */
export function eventsOf<K extends WireEvent["kind"]>(trace: Trace, kind: K): EventOf<K>[] {
  return trace.events.filter((event): event is EventOf<K> => event.kind === kind);
}

/** The connections that were opened, in order. */
export function connections(trace: Trace): ConnectEvent[] {
  return eventsOf(trace, "connect");
}

/** The events of one connection, in order. */
export function onConnection(trace: Trace, connection: number): WireEvent[] {
  return trace.events.filter((event) => event.connection === connection);
}

/** The revisions under judgement in a trace, oldest first. */
export function revisionsIn(trace: Trace): Revision[] {
  return [...new Set(connections(trace).map((connect) => connect.revision))].toSorted();
}

/** The part of a trace that was recorded while `revision` was under judgement. */
export function traceOf(trace: Trace, revision: Revision): Trace {
  const wanted = new Set(
    connections(trace)
      .filter((connect) => connect.revision === revision)
      .map((connect) => connect.connection),
  );
  return { subject: trace.subject, events: trace.events.filter((event) => wanted.has(event.connection)) };
}
