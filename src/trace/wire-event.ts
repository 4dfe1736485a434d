import type { Json, JsonObject } from "../jsonrpc/json.ts";
import type { Revision } from "../spec/revision.ts";

/** How bytes travel between mcpcheck and the subject. `memory` is the in-process transport of tests. */
export type TransportKind = "stdio" | "http" | "sse" | "memory";

/** `sent` is what mcpcheck wrote, `received` what the subject wrote, whichever of them plays the server. */
export type Direction = "sent" | "received";

/** What every event has: its place in the trace, milliseconds since the trace began (monotonic), and its connection. */
type Base = { readonly seq: number; readonly at: number; readonly connection: number };

/**
 * A connection was opened: one child process, or one logical HTTP session. `revision` is the one under judgement on it
 * (null while that is still to be found out, see `judge-as`), `capabilities` what mcpcheck declares as a client, `session`
 * the name of the session in the suite.
 */
export type ConnectEvent = Base & {
  readonly kind: "connect";
  readonly transport: TransportKind;
  readonly revision: Revision | null;
  readonly session: string;
  readonly capabilities: JsonObject;
  readonly target: string;
  /** It was opened to look again, alone, at what rests on how long something took or how a process ended. */
  readonly again?: true;
  /** How many times as long as on a quiet machine things took by themselves when it was opened, from 1 to 3; absent on a quiet one. */
  readonly stretch?: number;
};

/** The negotiation on a connection that was opened without a revision ended: all of it is judged by this one. */
export type JudgeAsEvent = Base & { readonly kind: "judge-as"; readonly revision: Revision };

/**
 * The harness begins a step of a scenario. Everything on the connection up to its next step belongs to it. `tag` says
 * what a deviant or special step is about (`malformed-json`, `unknown-tool`, …), so that a check finds it again.
 */
export type StepEvent = Base & {
  readonly kind: "step";
  readonly scenario: string;
  readonly verb: string;
  readonly tag?: string;
  /** What is sent breaks a rule on purpose, or may rightly be refused: only checks that ask for the tag judge the answer. */
  readonly deviant?: true;
};

/**
 * A scenario needs a tool in a role, and this one fills it: a hints file says so, or it was seen to (`evidence` is the event that
 * showed it). What was only seen once need not come again, so such a scenario promises nothing.
 */
export type RoleEvent = Base & {
  readonly kind: "role";
  readonly scenario: string;
  readonly role: string;
  readonly tool: string;
  readonly by: "hint" | "seen";
  readonly evidence?: number;
};

/** A scenario was not run on this connection's session, and why (no such capability, no read-only tool, needs a hint). */
export type SkipEvent = Base & { readonly kind: "skip"; readonly scenario: string; readonly reason: string };

/**
 * What is known of a message that was too large to be read, of which only the beginning is kept: the id it seems to have,
 * whether it may be the answer to a request, and what was too much.
 */
export type Unread = { readonly id?: string | number; readonly mayAnswer: boolean; readonly why: string };

/** The driver of a client was started for a scenario and told to do these steps, in this order. */
export type ToldEvent = Base & { readonly kind: "told"; readonly scenario: string; readonly steps: readonly Json[] };

/** The driver of a client said what came of a step it was told: one JSON object, as it printed it. */
export type ReportEvent = Base & { readonly kind: "report"; readonly step: number; readonly value: JsonObject };

/** A client under test asked for an address that mcpcheck named in what it sent, and that is not the server's own. */
export type FetchedEvent = Base & { readonly kind: "fetched"; readonly method: string; readonly url: string };

/**
 * A client under test turned to somebody who lets clients in: the protected MCP server, its authorization server, or another one. What
 * opens anything stands in it by a name (`<code 1>`), the same for the same value. `url` is without its query; that, a form and a JSON
 * body are in `fields`. `found` is what the party found out, which takes keys or a memory. `endpoint` is `mcp` for a request to the
 * server's own end point, with the ruling on its token, and no answer where it was let through.
 */
export type AuthEvent = Base & {
  readonly kind: "auth";
  readonly party: "server" | "issuer" | "other";
  readonly endpoint: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: JsonObject;
  readonly found: JsonObject;
  readonly answer?: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: Json };
};

/**
 * One line on stdin or stdout, without its terminator. `text` is the line decoded as UTF-8; where the bytes were not
 * valid UTF-8, `base64` holds them. `cut` marks a line longer than the transport keeps: `text` is its beginning and
 * `bytes` the length that was seen. An empty `terminator` means the stream ended inside the line. `pieces: 2` says that its
 * beginning was written with the line before it, and the rest when that had been dealt with.
 */
export type FrameEvent = Base & {
  readonly kind: "frame";
  readonly direction: Direction;
  readonly text: string;
  readonly bytes: number;
  readonly terminator: "\n" | "\r\n" | "";
  readonly base64?: string;
  readonly cut?: true;
  readonly unread?: Unread;
  readonly pieces?: 2;
};

/** A piece of the child's stderr, as it came. `cut` marks the last one that is kept of a child that wrote more. */
export type StderrEvent = Base & { readonly kind: "stderr"; readonly text: string; readonly cut?: true };

/** mcpcheck closed the child's stdin; where a client is judged, the client closed that of the mock it had started. */
export type StdinClosedEvent = Base & { readonly kind: "stdin-closed" };

/** mcpcheck sent a signal to the child's process group; where a client is judged, the client sent it to the mock. */
export type SignalEvent = Base & { readonly kind: "signal"; readonly signal: string };

/** The child ended. Exactly one of `code` and `signal` is not null. */
export type ExitEvent = Base & { readonly kind: "exit"; readonly code: number | null; readonly signal: string | null };

/** Processes of the child's group that were still alive after it had exited by itself, before mcpcheck ended them. */
export type OrphansEvent = Base & { readonly kind: "orphans"; readonly count: number };

/** How much memory of their own the child's processes held, all together, when all that was asked had been answered. */
export type MemoryEvent = Base & { readonly kind: "memory"; readonly bytes: number };

/** An HTTP request mcpcheck sent, or where a client is judged, one that it sent. `exchange` numbers the request–response pair within the whole trace. */
export type HttpRequestEvent = Base & {
  readonly kind: "http-request";
  readonly exchange: number;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | null;
};

/** Status line and headers of an answer, names as they were sent. */
export type HttpResponseEvent = Base & {
  readonly kind: "http-response";
  readonly exchange: number;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
};

/** The whole body of an answer that is not an event stream, or what was kept of it (`cut`). */
export type HttpBodyEvent = Base & {
  readonly kind: "http-body";
  readonly exchange: number;
  readonly text: string;
  readonly bytes: number;
  readonly base64?: string;
  readonly cut?: true;
  readonly unread?: Unread;
};

/**
 * One block of an event stream (https://html.spec.whatwg.org/multipage/server-sent-events.html). Fields that did not
 * occur are absent; `comment` holds the comment lines of the block; a block of comments only has no `data`. `unterminated`
 * marks what stood at the end without a blank line after it: a reader drops it, so it is not a message.
 */
export type SseEvent = Base & {
  readonly kind: "sse-event";
  readonly exchange: number;
  readonly event?: string;
  readonly data?: string;
  readonly id?: string;
  readonly retry?: string;
  readonly comment?: string;
  readonly base64?: string;
  readonly cut?: true;
  readonly unterminated?: true;
  readonly unread?: Unread;
};

/**
 * The answer ended: completely, because mcpcheck closed it, or because the connection broke (`message` says how). Where a client is
 * judged, `closed-by-peer` says that the client went away before the answer was whole.
 */
export type HttpEndEvent = Base & {
  readonly kind: "http-end";
  readonly exchange: number;
  readonly how: "complete" | "closed-by-us" | "closed-by-peer" | "broken";
  readonly message?: string;
};

/** mcpcheck waited for `awaiting` (the JSON text of a request id, or words) for `ms` milliseconds, and it did not come. */
export type SilenceEvent = Base & { readonly kind: "silence"; readonly awaiting: string; readonly ms: number };

/** The transport failed underneath the protocol: connection refused, TLS, could not spawn, write after end. */
export type FailureEvent = Base & { readonly kind: "failure"; readonly message: string };

/**
 * What an oracle outside of the pure core found out about event `about` (JSON Schema validators run in a worker). It is
 * part of the trace so that the judgement stays a function of the trace alone. `name` says which oracle.
 */
export type AnnotationEvent = Base & {
  readonly kind: "annotation";
  readonly about: number;
  readonly name: string;
  readonly value: Json;
};

/** Everything a trace can hold. */
export type WireEvent =
  | ConnectEvent
  | JudgeAsEvent
  | StepEvent
  | RoleEvent
  | SkipEvent
  | ToldEvent
  | ReportEvent
  | FetchedEvent
  | AuthEvent
  | FrameEvent
  | StderrEvent
  | StdinClosedEvent
  | SignalEvent
  | ExitEvent
  | OrphansEvent
  | MemoryEvent
  | HttpRequestEvent
  | HttpResponseEvent
  | HttpBodyEvent
  | SseEvent
  | HttpEndEvent
  | SilenceEvent
  | FailureEvent
  | AnnotationEvent;

/** The event of one kind. */
export type EventOf<K extends WireEvent["kind"]> = Extract<WireEvent, { kind: K }>;

/** An event as a transport hands it over, before the recorder gives it its number and time. */
export type Unrecorded<E extends WireEvent = WireEvent> = E extends WireEvent ? Omit<E, "seq" | "at"> : never;
