import { textOf, utf8 } from "../../base/bytes.ts";
import { type Asked, readBody } from "../../base/http/asked.ts";
import type { Reply } from "../../base/http/reply.ts";

/** The body of a request as text; undefined when it has more than `mostBytes` or breaks off. */
export async function readText(request: Asked, mostBytes: number): Promise<string | undefined> {
  const body = await readBody(request, mostBytes);
  return body === undefined ? undefined : textOf(body);
}

/** Sends a whole body, JSON unless said otherwise. */
export function sendText(reply: Reply, status: number, text: string, headers: Readonly<Record<string, string>> = {}): void {
  if (reply.destroyed || reply.headersSent) return;
  const body = utf8(text);
  reply.head(status, { "content-type": "application/json", "content-length": String(body.length), ...headers });
  reply.end(body);
}
