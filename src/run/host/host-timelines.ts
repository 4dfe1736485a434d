import { type HostEvent, hostEvents, type HostTrace } from "../../check/host/host-event.ts";
import {
  type ConnectionTimeline,
  connectionTimelines,
  mostTold,
  type TimedCall,
  type TimedMark,
  toldCalls,
} from "../../trace/timeline/connection-timeline.ts";
import { clientTraces } from "./client-side/client-traces.ts";

/** Gathers what happened when while a host was driven, for people to look at: no verdict rests on it. */
export type HostTimelines = {
  /** Takes in a case; `accused` is one in which something was wrong. */
  readonly add: (trace: HostTrace, scenario: string, accused: boolean) => void;
  /** One row for what each case asked of the host, one for each connection to its servers; those of wrong cases come first. */
  readonly connections: () => readonly ConnectionTimeline[];
};

/** Nothing gathered yet. */
export function createHostTimelines(): HostTimelines {
  const wrong: ConnectionTimeline[] = [];
  const right: ConnectionTimeline[] = [];
  return {
    add(trace, scenario, accused) {
      const rows = accused ? wrong : right;
      // What would not be told is not worked out either: a host may be driven through a thousand cases.
      if (rows.length >= mostTold.connections || trace.length === 0) return;
      rows.push(askedRow(trace, scenario), ...clientTraces(trace, scenario).flatMap((part) => connectionTimelines(part)));
    },
    connections: () =>
      [...wrong, ...right].slice(0, mostTold.connections).map((row, index) => ({ ...row, connection: index + 1 })),
  };
}

/** What the case asked the host for, and what the host asked its model, from its start to its end. */
function askedRow(trace: HostTrace, scenario: string): ConnectionTimeline {
  const answers = new Map(hostEvents(trace, "answered").map((event) => [event.step, event]));
  const steps = hostEvents(trace, "asked").map(({ at, verb, step }): TimedCall => {
    const answer = answers.get(step);
    if (answer === undefined) return { method: verb, at, ms: null, outcome: "silence" };
    const refused = (answer.status ?? 200) >= 400 || (answer.exit ?? 0) !== 0;
    return { method: verb, at, ms: answer.ms, outcome: answer.failed !== null || refused ? "error" : "result" };
  });
  const model = hostEvents(trace, "model-asked").map(({ at, method, path, status }): TimedCall => {
    const outcome = status === null ? "silence" : status >= 400 ? "error" : "result";
    return { method: `${method} ${path}`, at, ms: null, outcome, by: "subject" };
  });
  const all = [...steps, ...model].toSorted((one, other) => one.at - other.at);
  const began = trace[0]?.at ?? 0;
  const first = trace.find(({ kind }) => spoke.has(kind));
  return {
    connection: 0,
    session: scenario,
    revision: null,
    from: began,
    to: trace.at(-1)?.at ?? began,
    first: first?.at ?? null,
    ...toldCalls(all),
    marks: trace.flatMap(markOf),
  };
}

/** What a host shows itself by. */
const spoke: ReadonlySet<HostEvent["kind"]> = new Set(["server-received", "server-http", "model-asked", "answered"]);

function markOf(event: HostEvent): TimedMark[] {
  const { at } = event;
  if (event.kind === "server-start") return [{ kind: "start", at, text: `server ${event.server} started` }];
  if (event.kind === "server-end")
    return [{ kind: event.how === "exit" ? "exit" : "signal", at, text: `server ${event.server}: ${event.how}` }];
  if (event.kind === "host-refused") return [{ kind: "failure", at, text: event.message }];
  if (event.kind === "host-end") return [{ kind: "exit", at, text: event.killed ? "killed" : "ended by itself" }];
  return [];
}
