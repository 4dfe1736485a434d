import { type Frame, isForeign, isId, looseId, parseReceived } from "../jsonrpc/frame.ts";
import { valueAt, type Json, type JsonObject } from "../jsonrpc/json.ts";
import { settlesWithin } from "../base/time/clock-waits.ts";
import { createLineJoiner } from "../jsonrpc/line-joiner.ts";
import { isResultOf } from "../jsonrpc/result-members.ts";
import { eraOf, isRevision, type Revision } from "../spec/revision.ts";
import type { ExchangeEnd, HeaderChanges, HttpClientTransport, Incoming, Sent } from "../transport/client-transport.ts";
import { answersServer } from "./answers-server.ts";
import { awaitAnswer } from "./await-answer.ts";
import type { Answer, ClientSession, InitializeOptions, Pending, RequestOptions, SessionSetup } from "./client-session.ts";
import { withEnvelope } from "./envelope.ts";
import { requestHeaders } from "./request-headers.ts";

/** Starts a session on an open transport. Nothing is sent yet. */
export function createClientSession(setup: SessionSetup): ClientSession {
  const { transport, recorder, clock, pace, cancelReason = "mcpcheck cancels on purpose" } = setup;
  const openedAt = clock.now();
  /** When the first message came; on stdio the process is starting until then. */
  let lifeAt = transport.kind === "stdio" && pace !== undefined ? undefined : openedAt;
  const waiting = new Map<string, { readonly method: string; readonly give: (answer: Answer) => void }>();
  const observers = new Set<(frame: Frame, incoming: Incoming) => void>();
  let revision: Revision = "2025-11-25";
  let lastId = 0;
  let over = false;
  let sentCount = 0;
  const answeredOpen = new Set<Promise<ExchangeEnd>>();
  let lastProgress: number | undefined;
  let sessionId: string | undefined;
  /** Resolves when it is known whether the opening brought a session id: what it brought may be read before its headers are told. */
  let opened: Promise<void> | undefined;
  const answerServer = answersServer(setup, { post, ask: async (method, params) => await begin(method, params).answer });
  const joiner = transport.kind === "stdio" ? createLineJoiner<undefined>() : undefined;

  transport.listen((incoming) => {
    const frame = parseReceived(incoming.text, setup.results);
    take(frame, incoming);
    const joined = joiner?.push(incoming.text, frame, undefined);
    if (joined !== undefined) take(joined.frame, incoming);
  });
  void transport.ended.then(() => {
    over = true;
    for (const { give } of waiting.values()) give({ kind: "none", reason: "the connection ended" });
  });

  function take(frame: Frame, incoming: Incoming): void {
    if (lifeAt === undefined && !isForeign(frame)) {
      lifeAt = clock.now();
      pace?.sawLife(lifeAt - openedAt);
    }
    for (const item of frame.kind === "batch" ? frame.items : [frame]) receive(item);
    for (const observer of observers) observer(frame, incoming);
  }

  function settle(id: Json | undefined, answer: Answer): void {
    (waiting.get(JSON.stringify(id ?? null))?.give ?? meant(id, answer))?.(answer);
  }

  /** What an answer with a wrong id is meant for, where that is plain: checks judge the id, and nobody waits for another answer. */
  function meant(id: Json | undefined, { kind, frame }: Answer): ((answer: Answer) => void) | undefined {
    if (!isId(id) && setup.takesFaultyIds !== true) return undefined;
    for (const [key, { give }] of waiting) if (looseId(JSON.parse(key) as Json) === looseId(id)) return give;
    if (isId(id) || kind !== "result") return undefined;
    const open = [...waiting.values()];
    return (sentCount === 1 ? open[0] : open.find(({ method }) => isResultOf(method, frame.result)))?.give;
  }

  function post(text: string, headers?: HeaderChanges): Sent {
    sentCount += 1;
    return transport.send(text, headers);
  }

  function receive(frame: Frame): void {
    if (frame.kind === "notification" && frame.method === "notifications/progress") lastProgress = clock.now();
    if (frame.kind === "result") settle(frame.id, { kind: "result", frame });
    if (frame.kind === "error") settle(frame.id, { kind: "error", frame });
    if (frame.kind === "not-jsonrpc" && frame.answers !== undefined)
      settle(frame.answers, { kind: "none", reason: "its answer has neither a result nor an error", faulty: true });
    // Nobody was silent: so no silence is recorded, and nothing is cancelled.
    if (frame.kind === "too-large" && frame.mayAnswer)
      settle(frame.id, { kind: "none", reason: `its answer is too large to be read: ${frame.why}` });
    // From 2026-07-28 on a client sends no responses, whatever the server does.
    if (frame.kind === "request" && eraOf(revision) === "stateful") answerServer(frame, revision);
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
    let ended: Promise<ExchangeEnd> | undefined;
    let giveUp = (): void => {};
    const answer = new Promise<Answer>((resolve) => {
      // With a reason of its own, for making the usual one costs more than the exchange in memory; and only where somebody listens.
      const given = setup.follow === undefined ? undefined : new AbortController();
      const give = (outcome: Answer): void => {
        stop();
        if (outcome.kind !== "none" && ended !== undefined) awaitClose(ended);
        if (outcome.kind !== "none") pace?.sawAnswer(clock.now() - Math.max(began, lifeAt ?? began), method);
        given?.abort("answered or given up");
        if (waiting.get(key)?.give === give) waiting.delete(key);
        resolve(outcome);
      };
      giveUp = () => {
        if (waiting.get(key)?.give !== give) return;
        const ms = Math.round(clock.now() - began);
        recorder.record({ kind: "silence", connection: transport.connection, awaiting: key, ms });
        give({ kind: "none", reason: `no answer within ${ms} ms` });
        // A process that is still starting would find the request cancelled before it could read it.
        // And initialize must not be cancelled (2025-11-25 basic/utilities/cancellation#behavior-requirements).
        const mayCancel = options.keepsRunning !== true && method !== "initialize";
        if (!over && mayCancel && lifeAt !== undefined) cancel(id, exchange);
        if (options.abandons === true && exchange !== undefined && transport.kind === "http")
          (transport as HttpClientTransport).abort(exchange);
      };
      const limit = options.timeoutMs ?? pace?.answerMs() ?? setup.timeoutMs;
      const stop = awaitAnswer({
        clock,
        limitMs: limit,
        owedMs: () => owed(began, limit),
        unfinishedMs: setup.timeoutMs,
        unfinishedFor: () => transport.unfinishedFor?.(exchange),
        onLate: () => {
          if (lifeAt !== undefined) pace?.sawSilence();
          giveUp();
        },
      });
      waiting.set(key, { method, give });
      if (over) return give({ kind: "none", reason: "the connection ended" });
      const sent = post(JSON.stringify(message), { ...headersFor(message, options.inputSchema), ...options.headers });
      exchange = sent.exchange;
      ended = sent.ended;
      if (method === "initialize") opened = sent.responded?.then(({ headers }) => void (sessionId = headers["mcp-session-id"]));
      void endOf(sent, given?.signal)?.then(({ status, errorBody }) => {
        // Over HTTP+SSE the answer comes on the stream of the GET, unless the POST was refused.
        if (transport.kind === "sse" && status !== undefined && status < 400) return;
        const reason = `HTTP ${status ?? "exchange"} ended without an answer`;
        const said = errorBody === undefined ? {} : { errorBody };
        give({ kind: "none", reason, ...(status === undefined ? {} : { status }), ...said });
      });
    });
    return { id, answer, cancel: () => cancel(id, exchange), giveUp };
  }

  function awaitClose(ended: Promise<ExchangeEnd>): void {
    answeredOpen.add(ended);
    void ended.then(() => answeredOpen.delete(ended));
  }

  /** How much longer an answer may take when its time is over: the time of a process counts from its first sign of life on. */
  function owed(began: number, limit: number): number {
    if (lifeAt === undefined) return openedAt + (pace?.lifeMs() ?? 0) - clock.now();
    return lifeAt > began ? lifeAt + limit - clock.now() : 0;
  }

  function endOf(sent: Sent, given: AbortSignal | undefined): Promise<ExchangeEnd> | undefined {
    const { exchange, responded, ended } = sent;
    if (
      setup.follow === undefined ||
      given === undefined ||
      exchange === undefined ||
      responded === undefined ||
      ended === undefined
    )
      return ended;
    return setup.follow({ exchange, responded, ended }, given);
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
    const sent = post(JSON.stringify(message), { ...headersFor(message), ...headers });
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
    if (answer.kind === "error" || (answer.kind === "none" && answer.faulty !== true)) return answer;
    if (transport.kind === "http") await opened;
    adopt(answer.frame?.result);
    if (initialized) await notify("notifications/initialized");
    return answer;
  }

  /** Takes over what the server chose: the revision, and over HTTP the headers every later request carries. */
  function adopt(result: Json | undefined): void {
    const chosen = valueAt(result, "protocolVersion");
    // Without it a version is not spoken by this handshake: what was asked for is, as far as anything is.
    if (isRevision(chosen) && eraOf(chosen) === "stateful") revision = chosen;
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
    sendRaw: (text, headers = {}) => post(text, headers),
    closed: async (ms) => void (answeredOpen.size > 0 && (await settlesWithin(clock, ms, Promise.all(answeredOpen)))),
    lastProgress: () => lastProgress,
    observe(observer) {
      observers.add(observer);
      return () => observers.delete(observer);
    },
  };
}
