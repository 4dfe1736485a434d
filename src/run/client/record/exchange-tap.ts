import type { IncomingMessage } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { headerValue } from "../../../trace/message.ts";
import { createBoundedBytes, decodeUtf8 } from "../../../transport/bounded-bytes.ts";
import { createSseReader } from "../../../transport/http/sse-reader.ts";
import type { ConnectionOf } from "../mock/http-tap.ts";
import type { TraceFile } from "./trace-file.ts";

/** Longest body or event that is kept, in bytes; all of it passes. */
const mostBytes = 4 * 1024 * 1024;

/** What is told of one exchange as it passes; what comes after its end is not heard. */
export type ExchangeTap = {
  readonly responded: (status: number, headers: readonly (readonly [string, string])[]) => void;
  readonly answered: (chunk: Uint8Array) => void;
  readonly ended: (how: "complete" | "broken" | "closed-by-peer") => void;
  /** The server could not be reached, or broke off before it answered. */
  readonly failed: (message: string) => void;
};

/**
 * Records exchanges as they pass. Only what goes to the end point of the server, or to the address that HTTP+SSE names, is MCP: of
 * anything else (metadata, tokens, pages) method, path and status are kept, and nothing that may be secret.
 */
export function exchangeTap(
  trace: TraceFile,
  connectionOf: ConnectionOf,
  upstream: URL,
): (request: IncomingMessage) => ExchangeTap {
  const paths = new Set([upstream.pathname]);
  return (request) => {
    const url = new URL(request.url ?? "/", upstream);
    return paths.has(url.pathname)
      ? tapMessages(trace, connectionOf, { request, upstream, learn: (path) => void paths.add(path) })
      : tapOther(trace, request, url.pathname);
  };
}

type Tapped = {
  readonly request: IncomingMessage;
  readonly upstream: URL;
  /** Another path at which messages are taken. */
  readonly learn: (path: string) => void;
};

function tapMessages(trace: TraceFile, connectionOf: ConnectionOf, { request, upstream, learn }: Tapped): ExchangeTap {
  const exchange = trace.nextExchange();
  const arrived = trace.now();
  const asked = createBoundedBytes(mostBytes);
  const body = createBoundedBytes(mostBytes);
  let connection: number | undefined;
  let isOver = false;
  let head: readonly (readonly [string, string])[] = [];

  /** The request comes first in a trace: what is answered before all of it is there is told after what was there of it. */
  function placed(): number {
    if (connection !== undefined) return connection;
    const { kept, cut } = asked.take();
    const text = kept.length === 0 ? null : decodeUtf8(kept).text;
    // Half a message is none: whoever sent it is not judged by it, nor by the answer.
    connection = connectionOf.ofRequest(request, cut ? null : text, arrived);
    const { method = "GET", url = "/", rawHeaders } = request;
    const headers = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""] as const] : []));
    trace.note({ kind: "http-request", connection, exchange, method, url, headers, body: cut ? null : text }, arrived);
    isOver = cut;
    return connection;
  }

  const stream = createSseReader(mostBytes, (block) => {
    const at = placed();
    if (block.event === "endpoint" && URL.canParse(block.data ?? "", upstream.href)) {
      const place = new URL(block.data ?? "", upstream);
      learn(place.pathname);
      connectionOf.gave(place.href, at);
    }
    trace.note({ kind: "sse-event", connection: at, exchange, ...block });
  });
  const isStream = (): boolean => headerValue(head, "content-type")?.toLowerCase().includes("event-stream") === true;
  const encoding = (): string => headerValue(head, "content-encoding")?.toLowerCase() ?? "identity";

  request.on("data", (chunk: Uint8Array) => (connection === undefined ? asked.append(chunk) : undefined));
  request.once("end", placed);
  return {
    responded(status, headers) {
      const at = placed();
      if (isOver) return;
      head = headers;
      const session = headerValue(headers, "mcp-session-id");
      if (session !== undefined) connectionOf.gave(session, at);
      trace.note({ kind: "http-response", connection: at, exchange, status, headers });
    },
    answered(chunk) {
      if (isOver) return;
      if (isStream() && encoding() === "identity") stream.push(chunk);
      else body.append(chunk);
    },
    ended(how) {
      if (isOver) return;
      const at = placed();
      if (isStream()) stream.end(how !== "complete");
      else if (body.size() > 0) trace.note({ kind: "http-body", connection: at, exchange, ...bodyOf(body.take(), encoding()) });
      trace.note({ kind: "http-end", connection: at, exchange, how });
      isOver = true;
      connectionOf.answered?.(request);
    },
    failed(message) {
      if (isOver) return;
      const at = placed();
      trace.note({ kind: "failure", connection: at, message });
      trace.note({ kind: "http-end", connection: at, exchange, how: "broken" });
      isOver = true;
      connectionOf.answered?.(request);
    },
  };
}

function bodyOf(
  { kept, bytes, cut }: { readonly kept: Buffer; readonly bytes: number; readonly cut: boolean },
  encoding: string,
) {
  const plain = cut ? kept : unpacked(kept, encoding);
  return { ...decodeUtf8(plain, cut), bytes: cut ? bytes : plain.length, ...(cut ? { cut: true as const } : {}) };
}

/** A server may compress although nobody asked for it. */
function unpacked(bytes: Buffer, encoding: string): Buffer {
  const limit = { maxOutputLength: 4 * mostBytes };
  try {
    if (encoding === "gzip" || encoding === "x-gzip") return gunzipSync(bytes, limit);
    if (encoding === "br") return brotliDecompressSync(bytes, limit);
    return encoding === "deflate" ? inflateSync(bytes, limit) : bytes;
  } catch {
    return bytes; // broken, or far larger than it looked
  }
}

/** What is no MCP: that it was asked for, and what became of it. */
function tapOther(trace: TraceFile, { method = "GET" }: IncomingMessage, path: string): ExchangeTap {
  const exchange = trace.nextExchange();
  const connection = 0;
  trace.note({ kind: "http-request", connection, exchange, method, url: path, headers: [], body: null });
  return {
    responded: (status) => trace.note({ kind: "http-response", connection, exchange, status, headers: [] }),
    answered: () => undefined,
    ended: () => undefined,
    failed: () => undefined,
  };
}
