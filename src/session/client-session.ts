import type { Frame } from "../jsonrpc/frame.ts";
import type { Json, JsonObject } from "../jsonrpc/json.ts";
import type { KnownResults } from "../jsonrpc/parse-sharing.ts";
import type { Revision } from "../spec/revision.ts";
import type { FrameOf } from "../trace/message.ts";
import type { Recorder } from "../trace/recorder.ts";
import type { ClientTransport, ExchangeEnd, HeaderChanges, Incoming, Sent } from "../transport/client-transport.ts";
import type { Clock } from "../base/time/clock.ts";
import type { ClientIdentity } from "./client-identity.ts";
import type { Pace } from "./pace.ts";
import type { ClientAnswers } from "./client-role.ts";

/** What a request was answered with; `none` tells why there is no answer. */
export type Answer =
  | { readonly kind: "result"; readonly frame: FrameOf<"result"> }
  | { readonly kind: "error"; readonly frame: FrameOf<"error"> }
  | {
      readonly kind: "none";
      readonly frame?: never;
      readonly reason: string;
      /** There was an answer, and it said nothing. */
      readonly faulty?: true;
      /** The HTTP status of an exchange that ended without an answer. */
      readonly status?: number;
      /** What the server said instead, where that status was an error. */
      readonly errorBody?: string;
    };

/** How a request differs from the ordinary one. */
export type RequestOptions = {
  readonly id?: Json;
  readonly meta?: JsonObject | null;
  readonly headers?: HeaderChanges;
  /** Milliseconds to wait for the answer instead of the session's. */
  readonly timeoutMs?: number;
  /** The schema of the called tool, for the headers its annotations ask for. */
  readonly inputSchema?: Json;
  /** A request that is given up is not cancelled at the server: the answer is only no longer waited for. */
  readonly keepsRunning?: boolean;
  /** The HTTP exchange of a request that is given up is closed: nobody wants what it may still bring, and it may never end. */
  readonly abandons?: boolean;
};

/**
 * How the opening differs from the ordinary one: without `notifications/initialized`, with its own time-out in ms, or left
 * uncancelled when it is given up.
 */
export type InitializeOptions = {
  readonly initialized?: boolean;
  readonly timeoutMs?: number;
  readonly keepsRunning?: boolean;
};

/**
 * A request that was sent: its answer when it comes. `cancel` tells the server, as the era and transport want it, and goes
 * on waiting; `giveUp` records the silence, cancels and stops waiting.
 */
export type Pending = {
  readonly id: Json;
  readonly answer: Promise<Answer>;
  readonly cancel: () => void;
  readonly giveUp: () => void;
};

/** What a session needs from outside. */
export type SessionSetup = {
  readonly transport: ClientTransport;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly identity: ClientIdentity;
  readonly client: ClientAnswers;
  /** Milliseconds one exchange may take. */
  readonly timeoutMs: number;
  /** Learns how fast the server is, and says how long to wait for it; `timeoutMs` it is where this is absent. */
  readonly pace?: Pace;
  /** Long results by their text, shared with other sessions of the same run; see `parseSharing`. */
  readonly results?: KnownResults;
  /**
   * Whether what has no id in place of the id is taken for the answer it seems to be: a judge has the id to judge, and would wait in
   * vain; a host gives such an answer to nobody.
   */
  readonly takesFaultyIds?: boolean;
  /** Asks for the status of a task before and after it is given what it asked for, so that it shows whether the task waits meanwhile. */
  readonly looksAtTasks?: boolean;
  /** The reason given to servers when a request is cancelled; by default one that suits tests. */
  readonly cancelReason?: string;
  /** Follows a request's exchange beyond its end while its answer is waited for; by default its end is the end. */
  readonly follow?: (sent: Required<Sent>, given: AbortSignal) => Promise<ExchangeEnd>;
};

/** The client side of one MCP conversation, whatever the era and transport. */
export type ClientSession = {
  readonly transport: ClientTransport;
  /** The revision spoken: what was asked for, then what was negotiated. */
  readonly revision: () => Revision;
  /** Opens a stateful conversation. */
  readonly initialize: (version: string, options?: InitializeOptions) => Promise<Answer>;
  /** Chooses the revision of a stateless conversation; nothing is sent. */
  readonly speak: (revision: Revision) => void;
  readonly request: (method: string, params?: JsonObject, options?: RequestOptions) => Promise<Answer>;
  readonly begin: (method: string, params?: JsonObject, options?: RequestOptions) => Pending;
  /** Sends a notification; resolves when the transport has taken it (over HTTP: when it was answered). */
  readonly notify: (method: string, params?: JsonObject, headers?: HeaderChanges) => Promise<void>;
  /** Sends any text as one frame or POST body; resolves when an answer can no longer come or `timeoutMs` is over. */
  readonly sendRaw: (text: string, headers?: HeaderChanges) => Sent;
  /** Waits, for at most `ms`, until every exchange that has brought its answer is closed by the server too; at once where none is open. */
  readonly closed: (ms: number) => Promise<void>;
  /** When progress came last, by the clock; undefined while none has come. */
  readonly lastProgress: () => number | undefined;
  /** Calls back for every message that comes in, until the returned function is called. */
  readonly observe: (observer: (frame: Frame, incoming: Incoming) => void) => () => void;
};
