import type { Json } from "../../../src/jsonrpc/json.ts";
import type { Subject, Trace } from "../../../src/trace/trace.ts";
import type { EventOf, HttpEndEvent, Unrecorded } from "../../../src/trace/wire-event.ts";

/** What happens in a trace that is told line by line. */
export type Line = Unrecorded & { readonly at?: number };

/** A trace in which each line has its place as its number, from 1 on, and ten times that as its time in ms, unless it says another. */
export function smallTrace(kind: Subject["kind"], lines: readonly Line[], transport: Subject["transport"] = "stdio"): Trace {
  const events = lines.map((line, index) => ({ seq: index + 1, at: (index + 1) * 10, ...line }));
  return { subject: { kind, transport }, events };
}

/** A line that happens so many ms after the trace began. */
export const at = (ms: number, line: Line): Line => ({ ...line, at: ms });

/** A connection is opened. */
export const opened = (more: Partial<EventOf<"connect">> = {}): Line => ({
  kind: "connect",
  connection: 1,
  transport: "stdio",
  revision: "2025-11-25",
  session: "main",
  capabilities: {},
  target: "node server.js",
  ...more,
});

/** A step of a scenario begins. */
export const step = (verb: string, more: Partial<EventOf<"step">> = {}): Line => ({
  kind: "step",
  connection: 1,
  scenario: "main",
  verb,
  ...more,
});

const written = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));

const frame =
  (direction: "sent" | "received") =>
  (value: Json, more: Partial<EventOf<"frame">> = {}): Line => {
    const text = written(value);
    return { kind: "frame", connection: 1, direction, text, bytes: text.length, terminator: "\n", ...more };
  };

/** A line that mcpcheck wrote: a text as it is, or the JSON of anything else. */
export const sent = frame("sent");

/** A line that the subject wrote. */
export const received = frame("received");

type Headers = Readonly<Record<string, string>>;

/** An HTTP request with a message in its body. */
export const posted = (
  exchange: number,
  value: Json,
  headers: Headers = {},
  more: Partial<EventOf<"http-request">> = {},
): Line => ({
  kind: "http-request",
  connection: 1,
  exchange,
  method: "POST",
  url: "http://127.0.0.1/mcp",
  headers: Object.entries(headers),
  body: value === null ? null : written(value),
  ...more,
});

/** Status and headers of an HTTP answer. */
export const status = (exchange: number, code: number, headers: Headers = {}): Line => ({
  kind: "http-response",
  connection: 1,
  exchange,
  status: code,
  headers: Object.entries(headers),
});

/** The body of an HTTP answer. */
export const body = (exchange: number, value: Json): Line => {
  const text = written(value);
  return { kind: "http-body", connection: 1, exchange, text, bytes: text.length };
};

/** An event of a stream that answers an HTTP request. */
export const streamed = (exchange: number, value: Json, more: Partial<EventOf<"sse-event">> = {}): Line => ({
  kind: "sse-event",
  connection: 1,
  exchange,
  data: written(value),
  ...more,
});

/** An HTTP answer ended. */
export const over = (exchange: number, how: HttpEndEvent["how"]): Line => ({ kind: "http-end", connection: 1, exchange, how });

/** A request. */
export const ask = (id: Json, method: string, params?: Json): Json => ({
  jsonrpc: "2.0",
  id,
  method,
  ...(params === undefined ? {} : { params }),
});

/** A notification. */
export const note = (method: string, params?: Json): Json => ({
  jsonrpc: "2.0",
  method,
  ...(params === undefined ? {} : { params }),
});

/** A response with a result. */
export const done = (id: Json, result: Json = {}): Json => ({ jsonrpc: "2.0", id, result });

/** A response with an error. */
export const failed = (id: Json, code = -32603): Json => ({ jsonrpc: "2.0", id, error: { code, message: "no" } });
