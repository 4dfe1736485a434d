import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { gunzipSync } from "node:zlib";
import { decodeUtf8 } from "../../../transport/bounded-bytes.ts";
import { createSseReader } from "../../../transport/http/sse-reader.ts";
import type { Unrecorded } from "../../../trace/wire-event.ts";
import { monotonicMs, type ScenarioRecord } from "../scenario-record.ts";

/** Longest body or event that is kept whole, in bytes. */
const mostBytes = 16 * 1024 * 1024;

/** Which connection of a trace an HTTP request belongs to. */
export type ConnectionOf = {
  /** By the session it names, in a header or its address; `body` is its text, `at` when it came. */
  readonly ofRequest: (request: AskedOverHttp, body: string | null, at: number) => number;
  /** The server gave this session, or over HTTP+SSE this address, to what came on a connection. */
  readonly gave: (place: string, connection: number) => void;
  /** Nothing more is said in answer to a request. */
  readonly answered?: (request: AskedOverHttp) => void;
};

/** What tells whose a request is. */
export type AskedOverHttp = Pick<IncomingMessage, "method" | "url" | "headers"> & { readonly socket?: object };

/**
 * A listener for the requests of an HTTP server that writes down what comes in and goes out as it is on the wire, and changes none
 * of it. It has to come before all others. Bodies are seen as the parser hands them over: whether anybody reads them or not.
 */
export function httpTap(
  record: Pick<ScenarioRecord, "note" | "nextExchange">,
  connectionOf: ConnectionOf,
): (request: IncomingMessage, response: ServerResponse, body?: Uint8Array) => void {
  return (request, response, read) => {
    const exchange = record.nextExchange();
    const arrived = monotonicMs();
    const chunks: Buffer[] = [];
    const waiting: ((connection: number) => void)[] = [];
    let connection: number | undefined;
    // What is answered before the body is there waits for it: the request comes first in a trace.
    const placed = (put: (connection: number) => void): void => {
      if (connection === undefined) waiting.push(put);
      else put(connection);
    };
    const requested = (): void => {
      if (connection !== undefined) return;
      const body = chunks.length === 0 ? null : decodeUtf8(Buffer.concat(chunks)).text;
      connection = connectionOf.ofRequest(request, body, arrived);
      const { method = "GET", url = "/", rawHeaders } = request;
      record.note({ kind: "http-request", connection, exchange, method, url, headers: pairs(rawHeaders), body }, arrived);
      for (const put of waiting.splice(0)) put(connection);
    };
    if (read !== undefined) {
      chunks.push(Buffer.from(read));
      requested();
    }
    const push = request.push.bind(request);
    request.push = (chunk: Buffer | null, encoding?: BufferEncoding): boolean => {
      if (chunk === null) requested();
      else if (connection === undefined) chunks.push(Buffer.from(chunk));
      return push(chunk, encoding);
    };
    // A request that broke off was one all the same.
    request.once("close", requested);
    response.once("close", () => connectionOf.answered?.(request));
    tapResponse(response, { record, exchange, placed, gave: connectionOf.gave });
  };
}

/** What is noted of an exchange, but for its number and connection. */
type ExchangeEvent = Unplaced<Extract<Unrecorded, { readonly exchange: number }>>;
type Unplaced<E> = E extends Unrecorded ? Omit<E, "connection" | "exchange"> : never;

type Exchange = {
  readonly record: Pick<ScenarioRecord, "note">;
  readonly exchange: number;
  /** Notes something once the connection is known. */
  readonly placed: (put: (connection: number) => void) => void;
  readonly gave: ConnectionOf["gave"];
};

function tapResponse(response: ServerResponse, { record, exchange, placed, gave }: Exchange): void {
  const [writeHead, write, end] = [response.writeHead.bind(response), response.write.bind(response), response.end.bind(response)];
  const body: Buffer[] = [];
  const note = (event: ExchangeEvent): void => {
    const at = monotonicMs();
    placed((connection) => record.note({ ...event, connection, exchange }, at));
  };
  const reader = createSseReader(mostBytes, (block) => {
    if (block.event === "endpoint") placed((connection) => gave(block.data ?? "", connection));
    note({ kind: "sse-event", ...block });
  });
  let told = false;
  const head = (): void => {
    if (told) return;
    told = true;
    const headers = Object.entries(response.getHeaders()).flatMap(([name, value]) =>
      [value ?? []].flat().map((one) => [name, String(one)] as const),
    );
    const session = response.getHeader("mcp-session-id");
    if (typeof session === "string") placed((connection) => gave(session, connection));
    note({ kind: "http-response", status: response.statusCode, headers });
  };
  const take = (chunk: unknown): void => {
    if (typeof chunk !== "string" && !(chunk instanceof Uint8Array)) return;
    head();
    const bytes = Buffer.from(chunk);
    if (isStream(response)) reader.push(bytes);
    else body.push(bytes);
  };
  response.writeHead = ((status: number, ...rest: [(string | OutgoingHttpHeaders)?, OutgoingHttpHeaders?]) => {
    // Set one by one, so that they can be asked for again, whoever writes the head.
    const headers = rest.find((one): one is OutgoingHttpHeaders => typeof one === "object");
    for (const [name, value] of Object.entries(headers ?? {})) if (value !== undefined) response.setHeader(name, value);
    response.statusCode = status;
    head();
    return writeHead(status);
  }) as ServerResponse["writeHead"];
  response.write = ((...args: Parameters<ServerResponse["write"]>) => {
    take(args[0]);
    return write(...args);
  }) as ServerResponse["write"];
  response.end = ((...args: Parameters<ServerResponse["end"]>) => {
    take(args[0]);
    head();
    return end(...args);
  }) as ServerResponse["end"];
  response.once("close", () => {
    head();
    const whole = response.writableFinished;
    if (isStream(response)) reader.end(!whole);
    else noteBody(response, Buffer.concat(body), note);
    const left = response.req.socket.readableEnded || response.req.socket.errored !== null;
    const how = whole ? "complete" : left ? "closed-by-peer" : "broken";
    note({ kind: "http-end", how });
  });
}

/** The session that an address of HTTP+SSE names. */
export const sessionIn = (url: string): string | undefined => /[?&]session=([^&]+)/.exec(url)?.[1];

const isStream = (response: ServerResponse): boolean => String(response.getHeader("content-type")).includes("event-stream");

function noteBody(response: ServerResponse, sent: Buffer, note: (event: ExchangeEvent) => void): void {
  if (sent.length === 0) return;
  const bytes = response.getHeader("content-encoding") === "gzip" ? unpacked(sent) : sent;
  const { text, base64 } = decodeUtf8(bytes.subarray(0, mostBytes));
  const more = { ...(base64 === undefined ? {} : { base64 }), ...(bytes.length > mostBytes ? { cut: true as const } : {}) };
  note({ kind: "http-body", text, bytes: bytes.length, ...more });
}

function unpacked(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes);
  } catch {
    return bytes; // cut on purpose
  }
}

function pairs(raw: readonly string[]): (readonly [string, string])[] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ""] as const] : []));
}
