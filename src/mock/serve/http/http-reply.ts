import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
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
export function sendHead(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  shape: Shape,
): void {
  const merged = new Map(Object.entries(headers));
  for (const [name, value] of Object.entries(shape.headers ?? {})) {
    merged.delete(name.toLowerCase());
    if (value !== null) merged.set(name, value);
  }
  response.writeHead(shape.status ?? status, Object.fromEntries(merged));
}

/** Answers with a whole body. */
export function sendBody(
  response: ServerResponse,
  status: number,
  body: Uint8Array | string,
  headers: Readonly<Record<string, string>>,
  shape: Shape,
): void {
  if (response.headersSent || response.destroyed) return;
  const bytes = shape.gzip === true ? gzipSync(body) : Buffer.from(body);
  const encoding = shape.gzip === true ? { "content-encoding": "gzip" } : {};
  sendHead(response, status, { "content-length": String(bytes.length), ...encoding, ...headers }, shape);
  response.end(bytes);
}

/** Closes the connection with what was written so far; Node holds the first bytes back until the next turn. */
export function hangUp(response: ServerResponse): void {
  if (response.headersSent) setImmediate(() => response.socket?.destroySoon());
  else response.destroy();
}

/** Turns a request away with a JSON-RPC error as body, which has an id only when that of the refused request is known. */
export function sendRefusal(
  response: ServerResponse,
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
  sendBody(response, status, body, { "content-type": "application/json", ...headers }, shape);
}
