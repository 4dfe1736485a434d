import { type Frame, parseFrame } from "../jsonrpc/frame.ts";
import { at, type Json, type JsonObject } from "../jsonrpc/json.ts";
import { eraOf, isRevision, type Revision } from "../spec/revision.ts";
import type { FrameOf } from "../trace/message.ts";
import type { Recorder } from "../trace/recorder.ts";
import type { ClientTransport, HeaderChanges, HttpClientTransport, Incoming, Sent } from "../transport/client-transport.ts";
import type { Clock } from "../transport/clock.ts";
import type { ClientIdentity } from "./client-identity.ts";
import { type ClientAnswers, clientResponse } from "./client-role.ts";
import { withEnvelope } from "./envelope.ts";
import { requestHeaders } from "./request-headers.ts";

/** What a request was answered with; `none` tells why there is no answer. */
export type Answer =
  | { readonly kind: "result"; readonly frame: FrameOf<"result"> }
  | { readonly kind: "error"; readonly frame: FrameOf<"error"> }
  | {
      readonly kind: "none";
      readonly frame?: never;
      readonly reason: string;
      /** The HTTP status of an exchange that ended without an answer. */
      readonly status?: number;
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
  /** The reason given to servers when a request is cancelled; by default one that suits tests. */
  readonly cancelReason?: string;
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
  /** Calls back for every message that comes in, until the returned function is called. */
  readonly observe: (observer: (frame: Frame, incoming: Incoming) => void) => () => void;
};

/** Starts a session on an open transport. Nothing is sent yet. */
export function createClientSession(setup: SessionSetup): ClientSession {
  const { transport, recorder, clock, cancelReason = "mcpcheck cancels on purpose" } = setup;
  const waiting = new Map<string, (answer: Answer) => void>();
  const observers = new Set<(frame: Frame, incoming: Incoming) => void>();
  let revision: Revision = "2025-11-25";
  let lastId = 0;
  let over = false;
  let sessionId: string | undefined;

  transport.listen((incoming) => {
    const frame = parseFrame(incoming.text);
    for (const item of frame.kind === "batch" ? frame.items : [frame]) receive(item);
    for (const observer of observers) observer(frame, incoming);
  });
  void transport.ended.then(() => {
    over = true;
    for (const give of waiting.values()) give({ kind: "none", reason: "the connection ended" });
  });

  function settle(id: Json | undefined, answer: Answer): void {
    waiting.get(JSON.stringify(id ?? null))?.(answer);
  }

  function receive(frame: Frame): void {
    if (frame.kind === "result") settle(frame.id, { kind: "result", frame });
    if (frame.kind === "error") settle(frame.id, { kind: "error", frame });
    // From 2026-07-28 on a client sends no responses, whatever the server does.
    if (frame.kind === "request" && eraOf(revision) === "stateful")
      transport.send(JSON.stringify(clientResponse(frame, setup.client)));
  }

  function begin(method: string, params?: JsonObject, options: RequestOptions = {}): Pending {
    const id = options.id === undefined ? ++lastId : options.id;
    const full = withEnvelope(
      params,
      revision,
      { identity: setup.identity, capabilities: setup.client.capabilities },
      options.meta,
    );
    const message = { jsonrpc: "2.0", id, method, ...(full === undefined ? {} : { params: full }) };
    const key = JSON.stringify(id);
    const began = clock.now();
    let exchange: number | undefined;
    let giveUp = (): void => {};
    const answer = new Promise<Answer>((resolve) => {
      const give = (outcome: Answer): void => {
        stop();
        if (waiting.get(key) === give) waiting.delete(key);
        resolve(outcome);
      };
      giveUp = () => {
        if (waiting.get(key) !== give) return;
        const ms = Math.round(clock.now() - began);
        recorder.record({ kind: "silence", connection: transport.connection, awaiting: key, ms });
        give({ kind: "none", reason: `no answer within ${ms} ms` });
        if (!over && options.keepsRunning !== true) cancel(id, exchange);
      };
      const stop = clock.setTimeout(options.timeoutMs ?? setup.timeoutMs, giveUp);
      waiting.set(key, give);
      if (over) return give({ kind: "none", reason: "the connection ended" });
      const sent = transport.send(JSON.stringify(message), { ...headersFor(message, options.inputSchema), ...options.headers });
      exchange = sent.exchange;
      if (method === "initialize") void sent.responded?.then(({ headers }) => (sessionId = headers["mcp-session-id"]));
      void sent.ended?.then(({ status }) => {
        // Over HTTP+SSE the answer comes on the stream of the GET, unless the POST was refused.
        if (transport.kind === "sse" && status !== undefined && status < 400) return;
        const reason = `HTTP ${status ?? "exchange"} ended without an answer`;
        give({ kind: "none", reason, ...(status === undefined ? {} : { status }) });
      });
    });
    return { id, answer, cancel: () => cancel(id, exchange), giveUp };
  }

  function headersFor(message: JsonObject & { readonly method: string }, inputSchema?: Json): HeaderChanges {
    return transport.kind === "http" && eraOf(revision) === "stateless" ? requestHeaders(message, inputSchema) : {};
  }

  function cancel(id: Json, exchange: number | undefined): void {
    if (transport.kind === "http" && eraOf(revision) === "stateless" && exchange !== undefined)
      (transport as HttpClientTransport).abort(exchange);
    else void notify("notifications/cancelled", { requestId: id, reason: cancelReason });
  }

  async function notify(method: string, params?: JsonObject, headers: HeaderChanges = {}): Promise<void> {
    const full = withEnvelope(params, revision, { identity: setup.identity, capabilities: setup.client.capabilities });
    const message = { jsonrpc: "2.0", method, ...(full === undefined ? {} : { params: full }) };
    const sent = transport.send(JSON.stringify(message), { ...headersFor(message), ...headers });
    if (sent.ended !== undefined) await within(sent.ended);
  }

  /** Waits for something that cannot fail, but not longer than an exchange may take. */
  async function within(done: Promise<unknown>): Promise<void> {
    await new Promise<void>((resolve) => {
      const stop = clock.setTimeout(setup.timeoutMs, resolve);
      void done.then(() => {
        stop();
        resolve();
      });
    });
  }

  async function initialize(wanted: string, { initialized = true, ...how }: InitializeOptions = {}): Promise<Answer> {
    if (isRevision(wanted)) revision = wanted;
    const params = { protocolVersion: wanted, capabilities: setup.client.capabilities, clientInfo: { ...setup.identity } };
    const pending = begin("initialize", params, how);
    const answer = await pending.answer;
    if (answer.kind !== "result") return answer;
    adopt(answer.frame);
    if (initialized) await notify("notifications/initialized");
    return answer;
  }

  /** Takes over what the server chose: the revision, and over HTTP the headers every later request carries. */
  function adopt(frame: FrameOf<"result">): void {
    const chosen = at(frame.result, "protocolVersion");
    if (isRevision(chosen)) revision = chosen;
    if (transport.kind !== "http") return;
    const headers: Record<string, string> = {};
    if (sessionId !== undefined) headers["Mcp-Session-Id"] = sessionId;
    if (revision >= "2025-06-18") headers["MCP-Protocol-Version"] = revision;
    (transport as HttpClientTransport).setDefaultHeaders(headers);
  }

  return {
    transport,
    revision: () => revision,
    initialize,
    speak(chosen) {
      revision = chosen;
    },
    request: async (method, params, options) => await begin(method, params, options).answer,
    begin,
    notify,
    sendRaw: (text, headers = {}) => transport.send(text, headers),
    observe(observer) {
      observers.add(observer);
      return () => observers.delete(observer);
    },
  };
}
