import { groupBy } from "../../base/group-by.ts";
import { clientCalls } from "../facts/client-facts.ts";
import { allCalls } from "../call.ts";
import { eventsOf, type Trace } from "../trace.ts";
import type { ConnectEvent, WireEvent } from "../wire-event.ts";

/**
 * A request: when, and after how many ms it was answered, and by what; null where nothing came. mcpcheck sent it, unless `by` says that
 * the subject did: then the time is mcpcheck's own.
 */
export type TimedCall = {
  readonly method: string;
  readonly at: number;
  readonly ms: number | null;
  readonly outcome: "result" | "error" | "silence";
  readonly by?: "subject";
};

/** Something on a connection that is no message: in which millisecond, and what. */
export type TimedMark = {
  readonly kind: "start" | "silence" | "stdin-closed" | "signal" | "exit" | "failure";
  readonly at: number;
  readonly text: string;
};

/** One connection from its opening to its end, in ms since the trace began. `first` is when the subject first said something. */
export type ConnectionTimeline = {
  readonly connection: number;
  readonly session: string;
  readonly revision: string | null;
  readonly from: number;
  readonly to: number;
  readonly first: number | null;
  readonly calls: readonly TimedCall[];
  readonly marks: readonly TimedMark[];
  /** How many calls there were, where not all of them are told. */
  readonly more?: number;
};

/** Most connections, and most calls of one, that are told. */
export const mostTold = { connections: 80, calls: 250 } as const;

/** What happened when on each connection of a trace, for people to look at: no check rests on it. */
export function connectionTimelines(trace: Trace): ConnectionTimeline[] {
  const revisions = new Map(eventsOf(trace, "judge-as").map(({ connection, revision }) => [connection, revision]));
  const events = groupBy(trace.events, ({ connection }) => connection);
  const calls = groupBy(timedCalls(trace), ({ connection }) => connection);
  return eventsOf(trace, "connect")
    .slice(0, mostTold.connections)
    .map((opened) => {
      const mine = events.get(opened.connection) ?? [opened];
      const all = (calls.get(opened.connection) ?? []).map(({ call }) => call).toSorted((one, other) => one.at - other.at);
      return {
        ...spanOf(opened, mine, trace.subject.kind === "client"),
        revision: opened.revision ?? revisions.get(opened.connection) ?? null,
        ...toldCalls(all),
        marks: mine.flatMap(markOf),
      };
    });
}

/** Most characters of a method that a client made up. */
const mostCharacters = 100;

/** The calls of a connection, no more than are told. */
export function toldCalls(all: readonly TimedCall[]): Pick<ConnectionTimeline, "calls" | "more"> {
  const left = all.length - mostTold.calls;
  return { calls: all.slice(0, mostTold.calls), ...(left > 0 ? { more: left } : {}) };
}

/** What mcpcheck asked, and where a client is judged, what that asked. */
function timedCalls(trace: Trace): { readonly connection: number; readonly call: TimedCall }[] {
  const sent = allCalls(trace).map(({ request, answer, silence }) => {
    const outcome = answer === undefined ? "silence" : answer.frame.kind === "error" ? "error" : "result";
    const ms = answer === undefined ? (silence === undefined ? null : silence.at - request.at) : answer.at - request.at;
    return { connection: request.connection, call: { method: request.frame.method, at: request.at, ms, outcome } as const };
  });
  if (trace.subject.kind !== "client") return sent;
  const received = clientCalls(trace).map(({ request, answer }) => {
    const outcome = answer === undefined ? "silence" : answer.frame.kind === "error" ? "error" : "result";
    const ms = answer === undefined ? null : answer.at - request.at;
    const method = request.frame.method.slice(0, mostCharacters);
    const call = { method, at: request.at, ms, outcome, by: "subject" } as const;
    return { connection: request.connection, call };
  });
  return [...sent, ...received];
}

function spanOf(
  { connection, session, at }: ConnectEvent,
  events: readonly WireEvent[],
  isClient: boolean,
): Pick<ConnectionTimeline, "connection" | "session" | "from" | "to" | "first"> {
  const first = events.find(
    (event) =>
      (event.kind === "frame" && event.direction === "received") || event.kind === (isClient ? "http-request" : "http-response"),
  );
  const real = events.filter(({ kind }) => kind !== "annotation");
  return { connection, session, from: at, to: real.at(-1)?.at ?? at, first: first?.at ?? null };
}

function markOf(event: WireEvent): TimedMark[] {
  const { at } = event;
  switch (event.kind) {
    case "silence":
      return [{ kind: event.kind, at, text: `no answer to ${event.awaiting} within ${Math.round(event.ms)} ms` }];
    case "stdin-closed":
      return [{ kind: event.kind, at, text: "stdin closed" }];
    case "signal":
      return [{ kind: event.kind, at, text: `${event.signal} sent` }];
    case "exit":
      return [
        { kind: event.kind, at, text: event.signal === null ? `exited with code ${event.code}` : `ended by ${event.signal}` },
      ];
    case "failure":
      return [{ kind: event.kind, at, text: event.message }];
    default:
      return [];
  }
}
