import type { ModelEvent, ModelTrace } from "../../check/model/model-event.ts";
import { parsed } from "../../check/rules/json-values.ts";
import { isObject } from "../../jsonrpc/json.ts";
import type { Subject, Trace } from "../../trace/trace.ts";
import { eventsOf } from "../../trace/trace.ts";

/** The traces of several families as one, an event per frame: what `--trace` writes. */
export function traceOfModel(subject: Subject, traces: readonly ModelTrace[]): Trace {
  const all = traces.flat();
  return {
    subject,
    events: all.map((event, index) => {
      const text = JSON.stringify(event);
      return {
        seq: index + 1,
        at: event.at,
        connection: 0,
        kind: "frame",
        direction: event.kind === "request" ? "sent" : "received",
        text,
        bytes: Buffer.byteLength(text),
        terminator: "\n",
      };
    }),
  };
}

/** The families in a trace that `traceOfModel` made. */
export function modelTracesIn(trace: Trace): ModelTrace[] {
  const traces: ModelEvent[][] = [];
  for (const { text } of eventsOf(trace, "frame")) {
    const event = parsed(text);
    if (!isObject(event)) continue;
    if (event["kind"] === "setting" || traces.length === 0) traces.push([]);
    traces.at(-1)?.push(event as unknown as ModelEvent);
  }
  return traces;
}
