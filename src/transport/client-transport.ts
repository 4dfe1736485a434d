import type { EventOf, TransportKind } from "../trace/wire-event.ts";

/** One message text the subject sent, with the wire event that carried it and, over HTTP, the exchange it came in. */
export type Incoming = { readonly text: string; readonly seq: number; readonly exchange?: number };

/** HTTP headers by name: a string adds or replaces, null leaves the default out. Ignored on stdio. */
export type HeaderChanges = Readonly<Record<string, string | null>>;

/** HTTP headers somebody asks for in every request, by name; a list is sent as one line per value. */
export type GivenHeaders = Readonly<Record<string, string | readonly string[]>>;

/** How an HTTP exchange ended. `status` is undefined when no status line came. */
export type ExchangeEnd = {
  readonly exchange: number;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly how: "complete" | "closed-by-us" | "broken";
  /** What the server said of an error, where it answered with a status of 400 or more; cut as bodies are. */
  readonly errorBody?: string;
};

/** What became of sending: over HTTP the exchange, its status once it is known, and its end; on stdio nothing more. */
export type Sent = {
  readonly exchange?: number;
  /** Resolves when the status line and headers are there (undefined status when they never come). Never rejects. */
  readonly responded?: Promise<{ readonly status: number | undefined; readonly headers: Readonly<Record<string, string>> }>;
  /** Resolves when nothing more can come in this exchange. Never rejects. */
  readonly ended?: Promise<ExchangeEnd>;
};

/** One HTTP request of any shape, resolved against the endpoint; with a `host` it goes there, to the same port and with the same header Host. */
export type RawHttpRequest = {
  readonly method: string;
  readonly path?: string;
  readonly host?: string;
  readonly headers?: HeaderChanges;
  readonly body?: string;
};

/** How a connection is ended: stdin closed, SIGTERM to the group, HTTP DELETE of the session, or everything dropped. */
export type CloseHow = "eof" | "term" | "delete" | "drop";

/**
 * How patient a way to end a connection is, in ms, where it differs from the limits of the transport: after the end of input (or
 * the DELETE of a session), and after SIGTERM; `termMs: null` sends no SIGTERM but SIGKILL at once.
 */
export type CloseGrace = { readonly eofMs: number; readonly termMs: number | null };

/**
 * The client side of a transport: texts out, texts in, every byte recorded. It knows no MCP beyond what its framing needs.
 * Failures of the peer are recorded and told through `ended`; nothing here throws for what a peer does.
 */
export type ClientTransport = {
  readonly kind: TransportKind;
  /** The number of the connection in the trace. */
  readonly connection: number;
  /** Sends one text as one frame, or as the body of one POST. Sending after the end records a failure and does not throw. */
  readonly send: (text: string, headers?: HeaderChanges) => Sent;
  /**
   * Writes a line in two pieces (stdio): its first `bytes` bytes in one write with the next text that is sent, behind it, the rest when
   * the function that is handed back is called. Absent where a message has a frame of its own.
   */
  readonly behind?: (text: string, bytes: number) => () => void;
  /** Records how much memory the processes of the server hold; absent where there is none, or nobody can tell. */
  readonly weigh?: () => void;
  /**
   * How many ms ago the last byte came of something that is no whole message yet: a line without its end, the body of an HTTP exchange.
   * Undefined when nothing of that kind is there; absent where messages only come whole.
   */
  readonly unfinishedFor?: (exchange?: number) => number | undefined;
  /** Registers the one listener for what comes in; what came before is delivered at once. */
  readonly listen: (listener: (incoming: Incoming) => void) => void;
  /** Resolves when the connection can bring nothing more: the process ended, the old SSE stream broke. Never rejects. */
  readonly ended: Promise<void>;
  /**
   * Ends the connection in one way, then makes sure that nothing is left behind. Resolves when all is gone and recorded. A
   * process gets `graceMs` (of the limits when absent) to end after what it is told first, and the grace of the limits after SIGTERM
   * where that comes second.
   */
  readonly close: (how: CloseHow, graceMs?: number) => Promise<void>;
  /** The last part of what the subject wrote to stderr; empty over HTTP. */
  readonly stderrTail: () => string;
};

/** A transport that takes HTTP requests of its own beside messages. */
export type RawHttpTransport = ClientTransport & {
  readonly kind: "http" | "sse";
  /** Sends a request of any shape. */
  readonly http: (request: RawHttpRequest) => Sent;
  /** Closes one exchange. */
  readonly abort: (exchange: number) => void;
};

/** What Streamable HTTP can do beyond sending messages. */
export type HttpClientTransport = RawHttpTransport & {
  readonly kind: "http";
  /** Headers every following request carries: the session id and the protocol version, once they are known. */
  readonly setDefaultHeaders: (headers: Readonly<Record<string, string>>) => void;
  /** Opens the GET stream for messages of the server; with `lastEventId` asks to resume. */
  readonly openStream: (lastEventId?: string) => Sent;
  /** Closes one exchange (how 2026-07-28 cancels over HTTP). */
  readonly abort: (exchange: number) => void;
  /** Registers the one observer of stream events, those without data too: their ids and `retry` are what resuming takes. */
  readonly onStreamEvent: (observer: (event: EventOf<"sse-event">) => void) => void;
};

/** Bounds that keep a hostile peer from costing memory; the defaults are in `defaultLimits`. */
export type TransportLimits = {
  /** The longest line or event kept whole, in bytes; more is cut and counted. */
  readonly frameBytes: number;
  /** The most bytes recorded on one connection; after that the subject is stopped. */
  readonly connectionBytes: number;
  /** The most lines or stream events recorded on one connection (10,000 when absent), for each costs memory beyond its bytes. */
  readonly connectionFrames?: number;
  /** An HTTP exchange whose body or event is longer than `frameBytes` is ended at once instead of being counted to its end. */
  readonly endsLongAnswers?: true;
  /** How long a child may take to end by itself after stdin was closed, and again after SIGTERM, in ms. */
  readonly graceMs: number;
};

/** The value of `connectionFrames` when it is absent. */
export const defaultConnectionFrames = 10_000;

/** 16 MiB a frame, 64 MiB a connection, two seconds of grace. */
export const defaultLimits: TransportLimits = { frameBytes: 16 * 1024 * 1024, connectionBytes: 64 * 1024 * 1024, graceMs: 2000 };
