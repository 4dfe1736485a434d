import { utf8 } from "../../../base/bytes.ts";
import type { Reply } from "../../../base/http/reply.ts";
import { invalidRequest } from "../../../jsonrpc/error-codes.ts";
import type { JsonRpcId } from "../../../jsonrpc/frame.ts";
import type { Shape } from "../../conversation/port.ts";

/** The headers of every event stream; the last keeps proxies from holding events back. */
export const sseHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
} as const;

/** Sends the status line and headers, with what a shape changes about them. */
export function sendHead(reply: Reply, status: number, headers: Readonly<Record<string, string>>, shape: Shape): void {
  const merged = new Map(Object.entries(headers));
  for (const [name, value] of Object.entries(shape.headers ?? {})) {
    merged.delete(name.toLowerCase());
    if (value !== null) merged.set(name, value);
  }
  reply.head(shape.status ?? status, Object.fromEntries(merged));
}

/** Answers with a whole body. */
export function sendBody(
  reply: Reply,
  status: number,
  body: Uint8Array | string,
  headers: Readonly<Record<string, string>>,
  shape: Shape,
): void {
  if (reply.headersSent || reply.destroyed) return;
  const plain = typeof body === "string" ? utf8(body) : body;
  const packed = shape.gzip === true ? reply.gzip?.(plain) : undefined;
  const bytes = packed ?? plain;
  const encoding = packed === undefined ? {} : { "content-encoding": "gzip" };
  sendHead(reply, status, { "content-length": String(bytes.length), ...encoding, ...headers }, shape);
  reply.end(bytes);
}

/** Turns a request away with a JSON-RPC error as body, which has an id only when that of the refused request is known. */
export function sendRefusal(
  reply: Reply,
  {
    status,
    message,
    headers = {},
    id,
  }: {
    readonly status: number;
    readonly message: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly id?: JsonRpcId | undefined;
  },
  shape: Shape,
): void {
  const body = JSON.stringify({ jsonrpc: "2.0", ...(id === undefined ? {} : { id }), error: { code: invalidRequest, message } });
  sendBody(reply, status, body, { "content-type": "application/json", ...headers }, shape);
}
