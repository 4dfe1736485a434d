import type { IncomingMessage, ServerResponse } from "node:http";
import type { Refusal } from "./host.ts";

/** A request to the host with what answering it takes. */
export type HttpExchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborted when the client has gone away before it had its answer. Row B0-079. */
  readonly gone: AbortSignal;
};

/** Sends one JSON document. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

/** Writes to a response as fast as the client reads. Resolves at once when it has gone. Row B0-227. */
export function writeTo({ response, gone }: HttpExchange, text: string): Promise<void> | undefined {
  if (gone.aborted || response.write(text)) return undefined;
  return new Promise((resolve) => {
    const done = (): void => {
      response.off("drain", done);
      gone.removeEventListener("abort", done);
      resolve();
    };
    response.once("drain", done);
    gone.addEventListener("abort", done, { once: true });
  });
}

/** The text of a request's body, or why it is not taken. Rows B0-046, BX-012. */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<{ readonly text: string } | { readonly refusal: Refusal }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      bytes += (chunk as Buffer).length;
      if (bytes > maxBytes) return { refusal: { status: 413, message: `the request has more than ${maxBytes} bytes` } };
      chunks.push(chunk as Buffer);
    }
  } catch {
    return { refusal: { status: 400, message: "the request body was cut off" } };
  }
  return { text: Buffer.concat(chunks).toString("utf8") };
}

/** The JSON object in a body, or why there is none. Row B0-046. */
export function readJsonObject(
  text: string,
): { readonly value: Readonly<Record<string, unknown>> } | { readonly refusal: Refusal } {
  if (text.trim() === "") return { refusal: { status: 400, message: "missing request body" } };
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { value: value as Record<string, unknown> };
    return { refusal: { status: 400, message: "the request body is not a JSON object" } };
  } catch (cause) {
    return { refusal: { status: 400, message: `invalid JSON: ${cause instanceof Error ? cause.message : String(cause)}` } };
  }
}
