import { groupBy } from "../base/group-by.ts";
import { memoized } from "../base/memoized.ts";
import type { Revision } from "../spec/revision.ts";
import type { ConnectEvent, EventOf, WireEvent } from "./wire-event.ts";

/** What is judged: its kind, how it is reached, and what it says of itself. Secrets are taken out before it gets here. */
export type Subject = {
  readonly kind: "server" | "client" | "host" | "parser" | "model";
  readonly transport: "stdio" | "http" | "sse" | "memory";
  readonly command?: readonly string[];
  readonly url?: string;
  readonly name?: string;
  readonly version?: string;
  /** It was recorded between this server and a client of somebody else's: what is `sent` the client sent. Both are subjects. */
  readonly between?: true;
};

/** The append-only record of everything that went over the wire in a run, and of what the harness did meanwhile. */
export type Trace = { readonly subject: Subject; readonly events: readonly WireEvent[] };

const eventsByKind = memoized((trace: Trace): ReadonlyMap<string, readonly WireEvent[]> =>
  groupBy(trace.events, ({ kind }) => kind),
);

/** The events of one kind, in order. */
export function eventsOf<K extends WireEvent["kind"]>(trace: Trace, kind: K): readonly EventOf<K>[] {
  return (eventsByKind(trace).get(kind) ?? []) as readonly EventOf<K>[];
}

const placesOf = memoized((trace: Trace) => new Map(trace.events.map(({ seq }, place) => [seq, place])));

/** The events with these sequence numbers, in the order of the trace. */
export function eventsAt(trace: Trace, seqs: Iterable<number>): WireEvent[] {
  const places = placesOf(trace);
  const found = new Set([...seqs].flatMap((seq) => places.get(seq) ?? []));
  return [...found].toSorted((a, b) => a - b).flatMap((place) => trace.events[place] ?? []);
}

/** Until when a connection was listened to, in ms of the trace: when its last event was, but for what was found out afterwards. */
export function heardUntil(trace: Trace, connection: number): number {
  return trace.events.findLast((event) => event.connection === connection && event.kind !== "annotation")?.at ?? 0;
}

/** The connections that were opened, in order. */
export function connections(trace: Trace): readonly ConnectEvent[] {
  return eventsOf(trace, "connect");
}

/** The revision each connection is judged by; connections whose negotiation led to none are absent. Kept: checks ask for every message. */
const judgedRevisions = memoized((trace: Trace): ReadonlyMap<number, Revision> => {
  const found = new Map<number, Revision>();
  for (const event of trace.events) {
    if ((event.kind === "connect" || event.kind === "judge-as") && event.revision !== null)
      found.set(event.connection, event.revision);
  }
  return found;
});

/** The revisions under judgement in a trace, oldest first. */
export function revisionsIn(trace: Trace): Revision[] {
  return [...new Set(judgedRevisions(trace).values())].toSorted();
}

/** The part of a trace that was recorded while `revision` was under judgement. */
export function traceOf(trace: Trace, revision: Revision): Trace {
  const judged = judgedRevisions(trace);
  return { subject: trace.subject, events: trace.events.filter((event) => judged.get(event.connection) === revision) };
}

/** A trace in two parts: what was seen in the ordinary course of the run, and what was then looked at again, if anything was. */
export type Looks = { readonly first: Trace; readonly again: Trace | undefined };

/** Parts a trace by the connections that were opened to look again. */
export const looksOf = memoized((trace: Trace): Looks => {
  const later = new Set(connections(trace).flatMap((event) => (event.again === true ? [event.connection] : [])));
  const part = (isLater: boolean): Trace => ({
    subject: trace.subject,
    events: trace.events.filter(({ connection }) => later.has(connection) === isLater),
  });
  return later.size === 0 ? { first: trace, again: undefined } : { first: part(false), again: part(true) };
});

/** The revision a trace of one revision (see `traceOf`) is judged by. */
export function revisionOf(trace: Trace): Revision | undefined {
  return revisionsIn(trace)[0];
}
