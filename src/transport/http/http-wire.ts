import { Agent as HttpAgent, type ClientRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { isMessageBody } from "../../jsonrpc/message-body.ts";
import type { Recorder } from "../../trace/recorder.ts";
import type { EventOf } from "../../trace/wire-event.ts";
import { formatBytes } from "../bounded-bytes.ts";
import {
  type ExchangeEnd,
  type Incoming,
  type Sent,
  defaultLimits,
  type TransportLimits,
  type GivenHeaders,
} from "../client-transport.ts";
import { type Clock, systemClock } from "../../base/time/clock.ts";
import { readAnswer } from "./http-answer.ts";
import { createHttpBudget } from "./http-budget.ts";
import { type Exchange, newExchange } from "./http-exchange.ts";
import { httpFailure } from "./http-failure.ts";
import { headersByName, pairHeaders } from "./http-headers.ts";
import { withFraming, withoutCredentials, type WireRequest, writeRequest } from "./http-write.ts";

/** What an HTTP transport is opened with. `headers` go with every request; secrets in them are the recorder's to hide. */
export type HttpOptions = {
  readonly url: string;
  readonly headers?: GivenHeaders | undefined;
  readonly recorder: Recorder;
  readonly connection: number;
  readonly limits?: TransportLimits | undefined;
  readonly clock?: Clock | undefined;
  /** How long establishing a connection may take, in ms; ten seconds when absent. */
  readonly connectTimeoutMs?: number | undefined;
  /** What the server turns away because there were too many requests is sent again a little later. */
  readonly asksAgain?: true | undefined;
};

/** Makes HTTP exchanges and records them. */
export type HttpWire = {
  /** Starts an exchange, under a number that was drawn before if there is one. */
  readonly start: (request: WireRequest, exchange?: number) => Required<Sent>;
  /** Records that a request is not made, and why; it counts as an exchange that broke at once. A number drawn before is kept. */
  readonly refuse: (message: string, exchange?: number) => Required<Sent>;
  /** Ends an exchange from our side; one that is over stays as it is. */
  readonly abort: (exchange: number) => void;
  /** As `ClientTransport` has it. */
  readonly unfinishedFor: (exchange?: number) => number | undefined;
  /** Ends every exchange and lets go of the sockets. */
  readonly shutdown: () => void;
  readonly fail: (message: string) => void;
};

/** Who is told about what came: every message, and every event of a stream once it is recorded. */
export type HttpListener = {
  readonly deliver: (incoming: Incoming) => void;
  readonly onEvent?: (event: EventOf<"sse-event">) => void;
  /** The peer has sent more than the limits allow; everything was dropped. */
  readonly onFlood: () => void;
};

/**
 * A socket that was idle for longer is not used again, in ms: the peer may be closing it, and a request that met its end
 * would look like one that the peer refused. Nor is such a request repeated, for the peer may have acted on it.
 */
const idleMs = 1000;

/** What one piece that was read may hold of the next message besides, in bytes. */
const longestPiece = 1024 * 1024;

/** Opens no connection yet. Redirects are answers like any other; nothing is followed. */
export function createHttpWire(options: HttpOptions, listener: HttpListener): HttpWire {
  const { recorder, connection, limits = defaultLimits, clock = systemClock, connectTimeoutMs = 10_000 } = options;
  const agents = {
    "http:": new HttpAgent({ keepAlive: true, timeout: idleMs }),
    "https:": new HttpsAgent({ keepAlive: true, timeout: idleMs }),
  };
  const budget = createHttpBudget(limits);
  const open = new Map<number, Exchange>();
  let flooded = false;
  let lastEnd = clock.now();

  /** The timers of sockets are late when this process was busy, so time is looked at once more. */
  function freshAgent(url: URL): HttpAgent {
    const agent = agents[url.protocol === "https:" ? "https:" : "http:"];
    if (clock.now() - lastEnd > idleMs)
      for (const socket of Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? [])) socket.destroy();
    return agent;
  }

  function fail(message: string): void {
    recorder.record({ kind: "failure", connection, message });
  }

  function start(wanted: WireRequest, number = recorder.nextExchange()): ReturnType<HttpWire["start"]> {
    const exchange = newExchange(number, wanted.url.host);
    open.set(number, exchange);
    const headers = withFraming(wanted);
    recorder.record({
      kind: "http-request",
      connection,
      exchange: number,
      method: wanted.method,
      url: withoutCredentials(wanted.url),
      headers,
      body: wanted.body,
    });
    attempt(exchange, wanted, headers);
    return { exchange: number, responded: exchange.responded.promise, ended: exchange.ended.promise };
  }

  function attempt(exchange: Exchange, wanted: WireRequest, headers: [string, string][]): void {
    let request: ClientRequest;
    try {
      request = writeRequest(wanted, headers, freshAgent(wanted.url));
    } catch (error) {
      return breakOff(exchange, `mcpcheck cannot send this request: ${(error as Error).message}`);
    }
    exchange.request = request;
    watchConnecting(exchange, request);
    request.on("response", (response) => receive(exchange, response));
    request.on("upgrade", (response, socket) => {
      socket.destroy();
      noteResponse(exchange, response);
      breakOff(exchange, `${exchange.host} switched protocols without being asked`);
    });
    request.on("error", (error: NodeJS.ErrnoException) => breakOff(exchange, httpFailure(error, exchange.host)));
    request.on("close", () => {
      if (exchange.status === undefined) breakOff(exchange, `${exchange.host} did not answer`);
    });
  }

  function watchConnecting(exchange: Exchange, request: ClientRequest): void {
    exchange.cancelTimer();
    exchange.cancelTimer = clock.setTimeout(connectTimeoutMs, () => {
      breakOff(exchange, `could not connect to ${exchange.host} within ${connectTimeoutMs} ms`);
    });
    request.on("socket", (socket) => {
      if (request.reusedSocket) exchange.cancelTimer();
      else socket.once("secureConnect", exchange.cancelTimer);
      if (!request.reusedSocket && request.protocol === "http:") socket.once("connect", exchange.cancelTimer);
    });
  }

  function noteResponse(exchange: Exchange, response: IncomingMessage): void {
    const status = response.statusCode ?? 0;
    const pairs = pairHeaders(response.rawHeaders);
    exchange.cancelTimer();
    exchange.status = status;
    exchange.headers = headersByName(pairs);
    recorder.record({ kind: "http-response", connection, exchange: exchange.number, status, headers: pairs });
    exchange.responded.resolve({ status, headers: exchange.headers });
  }

  function receive(exchange: Exchange, response: IncomingMessage): void {
    if (exchange.over) return void response.destroy();
    noteResponse(exchange, response);
    let unfinished = 0;
    const reader = readAnswer(response, exchange.headers, limits.frameBytes, {
      onBytes(bytes) {
        spend(budget.spendBytes(bytes));
        unfinished += bytes;
        exchange.unfinishedAt = clock.now();
        if (limits.endsLongAnswers === true && unfinished > limits.frameBytes + longestPiece)
          breakOff(exchange, `${exchange.host} sent more than ${formatBytes(limits.frameBytes)} in one piece`);
      },
      onBody(body) {
        const { seq } = recorder.record({ kind: "http-body", connection, exchange: exchange.number, ...body });
        if ((exchange.status ?? 0) >= 400) exchange.errorBody = body.text;
        const isMessage = isMessageBody(exchange.status ?? 0, exchange.headers["content-type"], body.text);
        if (isMessage && !body.cut) listener.deliver({ text: body.text, seq, exchange: exchange.number });
      },
      onBlock(block) {
        unfinished = 0;
        exchange.unfinishedAt = undefined;
        if (!flooded) spend(budget.spendEvent());
        if (flooded) return;
        const event = recorder.record({
          kind: "sse-event",
          connection,
          exchange: exchange.number,
          ...block,
        }) as EventOf<"sse-event">;
        const message = (block.event ?? "message") === "message" || block.event === "";
        if (message && !block.cut && !block.unterminated && block.data !== undefined && block.data !== "")
          listener.deliver({ text: block.data, seq: event.seq, exchange: exchange.number });
        listener.onEvent?.(event);
      },
      onEnd: () => settle(exchange, "complete"),
      onBroken: (error) => breakOff(exchange, httpFailure(error, exchange.host)),
    });
    exchange.flush = reader.flush;
  }

  function spend(tooMuch: string | undefined): void {
    if (tooMuch === undefined || flooded) return;
    flooded = true;
    fail(`${tooMuch}; the connection was dropped`);
    shutdown();
    listener.onFlood();
  }

  function breakOff(exchange: Exchange, message: string): void {
    if (exchange.over) return;
    fail(message);
    settle(exchange, "broken", message);
  }

  function settle(exchange: Exchange, how: ExchangeEnd["how"], message?: string): void {
    if (exchange.over) return;
    exchange.over = true;
    lastEnd = clock.now();
    exchange.cancelTimer();
    if (how !== "complete") exchange.flush?.();
    recorder.record({
      kind: "http-end",
      connection,
      exchange: exchange.number,
      how,
      ...(message === undefined ? {} : { message }),
    });
    open.delete(exchange.number);
    if (how !== "complete") exchange.request?.destroy();
    exchange.responded.resolve({ status: exchange.status, headers: exchange.headers });
    const { number, status, headers, errorBody } = exchange;
    exchange.ended.resolve({ exchange: number, status, headers, how, ...(errorBody === undefined ? {} : { errorBody }) });
  }

  function shutdown(): void {
    for (const exchange of open.values()) settle(exchange, "closed-by-us");
    for (const agent of Object.values(agents)) agent.destroy();
  }

  function refuse(message: string, exchange = recorder.nextExchange()): Required<Sent> {
    fail(message);
    const none = { status: undefined, headers: {} };
    return { exchange, responded: Promise.resolve(none), ended: Promise.resolve({ ...none, exchange, how: "broken" }) };
  }

  return {
    start,
    refuse,
    abort(number) {
      const exchange = open.get(number);
      if (exchange !== undefined) settle(exchange, "closed-by-us");
    },
    unfinishedFor(number) {
      const at = number === undefined ? undefined : open.get(number)?.unfinishedAt;
      return at === undefined ? undefined : clock.now() - at;
    },
    shutdown,
    fail,
  };
}
