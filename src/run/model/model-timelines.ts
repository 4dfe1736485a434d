import { type ModelTrace, modelEvents } from "../../check/model/model-event.ts";
import {
  type ConnectionTimeline,
  mostTold,
  type TimedCall,
  type TimedMark,
  toldCalls,
} from "../../trace/timeline/connection-timeline.ts";

/** What happened when while an inference server was asked: a row for each family and path. No verdict rests on it. */
export function modelTimelines(traces: readonly ModelTrace[]): ConnectionTimeline[] {
  return traces.slice(0, mostTold.connections).map((trace, index) => timelineOf(trace, index + 1));
}

function timelineOf(trace: ModelTrace, connection: number): ConnectionTimeline {
  const [setting] = modelEvents(trace, "setting");
  const statuses = new Map(modelEvents(trace, "response").map(({ exchange, status }) => [exchange, status]));
  const ends = new Map(modelEvents(trace, "end").map((event) => [event.exchange, event]));
  const calls = modelEvents(trace, "request").map(({ at, exchange, method, path }): TimedCall => {
    const end = ends.get(exchange);
    const ms = end === undefined ? null : end.at - at;
    const isError = end?.how === "broken" || (statuses.get(exchange) ?? 200) >= 400;
    const outcome = end === undefined || end.how === "late" ? "silence" : isError ? "error" : "result";
    return { method: `${method} ${path}`, at, ms, outcome };
  });
  const from = calls[0]?.at ?? trace[0]?.at ?? 0;
  return {
    connection,
    session: setting === undefined ? "requests" : `${setting.family}/${setting.path}`,
    revision: null,
    from,
    to: Math.max(from, trace.at(-1)?.at ?? 0),
    first: modelEvents(trace, "response")[0]?.at ?? null,
    ...toldCalls(calls),
    marks: [...ends.values()].flatMap(({ at, how, message = "" }): TimedMark[] =>
      how === "broken" ? [{ kind: "failure", at, text: message === "" ? "the connection broke" : message }] : [],
    ),
  };
}
