import type { Evidence, Outcome } from "../../src/check/outcome.ts";
import type {
  HostAnsweredEvent,
  HostEnded,
  HostEvent,
  HostTrace,
  ServerStarted,
  UnplacedHostEvent,
} from "../../src/check/host/host-event.ts";
import type { Json } from "../../src/jsonrpc/json.ts";

/** An event that may say when it happened. */
export type TimedEvent = UnplacedHostEvent & { readonly at?: number };

/** The row of a table: a title, what is wanted, what happened, and the outcome. */
export type TraceRow = readonly [title: string, wanted: object, events: readonly TimedEvent[], outcome: Outcome];

/** A trace of these events, in this order, numbered from 1. */
export function traceOf(...events: readonly TimedEvent[]): HostTrace {
  return events.map((event, index) => Object.assign({ at: index }, event, { seq: index + 1 }) as HostEvent);
}

/** The outcome of what was kept, shown by these events. */
export const kept = (...evidence: Evidence): Outcome => ({ kind: "satisfied", evidence });

/** The outcome of what was violated, at these events. */
export const broken = (message: string, ...evidence: Evidence): Outcome => ({ kind: "violated", evidence, message });

/** The outcome of what shows nothing. */
export const unseen = (reason: string): Outcome => ({ kind: "inconclusive", reason });

/** The host is asked for something. */
export const asked: UnplacedHostEvent = { kind: "asked", step: 0, verb: "chat", what: {} };

/** The host is asked for something in a later step. */
export const askedIn = (step: number): UnplacedHostEvent => ({ kind: "asked", step, verb: "chat", what: {} });

/** The host is asked this by a person. */
export const askedTo = (say: Json): UnplacedHostEvent => ({ ...asked, what: { chat: { say } } });

type Place = { readonly server?: string; readonly instance?: string; readonly headers?: Readonly<Record<string, string>> };

/** This very text reaches a server. */
export const textTo = (text: string, place: Place = {}): UnplacedHostEvent => ({
  kind: "server-received",
  server: "files",
  instance: `${place.server ?? "files"}:1`,
  text,
  ...place,
});

/** A message reaches a server; it has its version. */
export const to = (message: object, place?: Place): UnplacedHostEvent =>
  textTo(JSON.stringify({ jsonrpc: "2.0", ...message }), place);

/** A tool call reaches a server. */
export const call = (name: Json, args?: object, place?: Place): UnplacedHostEvent =>
  to({ id: 1, method: "tools/call", params: { name, arguments: args } }, place);

/** A server sends this text. */
export const sent = (text: string): UnplacedHostEvent => ({ kind: "server-sent", server: "files", instance: "files:1", text });

/** An HTTP request reaches a server. */
export const request = (method: string, headers: Readonly<Record<string, string>> = {}, server = "files"): UnplacedHostEvent => ({
  kind: "server-http",
  server,
  instance: `${server}:1`,
  method,
  path: "/mcp",
  headers,
});

/** The host asks the model, on this path. */
export const askedModel = (body: Json, over: object = {}): UnplacedHostEvent => ({
  kind: "model-asked",
  method: "POST",
  path: "/v1/chat/completions",
  api: null,
  headers: {},
  body,
  status: 200,
  outcome: "answered",
  ...over,
});

/** The host offers tools of these names to the model. */
export const offering = (...names: readonly string[]): UnplacedHostEvent =>
  askedModel({ tools: names.map((name) => ({ type: "function", function: { name } })) });

/** The host hands this history to the model. */
export const telling = (...messages: readonly Json[]): UnplacedHostEvent => askedModel({ messages });

/** The model's message that calls tools, as the history has it. */
export const calling = (...calls: readonly (readonly [id: Json | undefined, name: string, args: Json])[]): Json => ({
  role: "assistant",
  content: "",
  tool_calls: calls.map(([id, name, args]) => ({ ...(id === undefined ? {} : { id }), function: { name, arguments: args } })),
});

/** The result of a call, as the history has it. */
export const result = (content: string, id?: Json): Json => ({
  role: "tool",
  content,
  ...(id === undefined ? {} : { tool_call_id: id }),
});

/** What comes back for a step: over HTTP, and nothing is wrong with it. */
export const answer = (over: Partial<HostAnsweredEvent> = {}): UnplacedHostEvent => ({
  kind: "answered",
  step: 0,
  status: 200,
  exit: null,
  headers: { "content-type": "application/json" },
  text: "",
  said: "",
  aside: "",
  ms: 5,
  failed: null,
  ...over,
});

/** A command ends: it wrote this to standard output, and this to standard error. */
export const command = (exit: number, text = "", aside = "", over: Partial<HostAnsweredEvent> = {}): UnplacedHostEvent =>
  answer({ status: null, exit, headers: {}, text, said: text, aside, ...over });

/** A stream of server-sent events comes back. */
export const events = (text: string): UnplacedHostEvent => answer({ headers: { "content-type": "text/event-stream" }, text });

/** A stream of lines of JSON comes back. */
export const jsonLines = (text: string): UnplacedHostEvent =>
  answer({ headers: { "content-type": "application/x-ndjson" }, text });

/** The host is told to end, and does. */
export const hostEnd = (over: Partial<HostEnded> = {}): UnplacedHostEvent => ({
  kind: "host-end",
  message: "",
  ms: 5,
  killed: false,
  output: "",
  ...over,
});

/** A server is started as a process. */
export const start = (server: string, over: Partial<ServerStarted> = {}): UnplacedHostEvent => ({
  kind: "server-start",
  server,
  instance: `${server}:1`,
  transport: "stdio",
  ...over,
});
