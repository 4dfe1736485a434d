import type { IncomingMessage, ServerResponse } from "node:http";

/** A request to the host with what answering it takes. */
export type HttpExchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborted when the client has gone away before it had its answer. */
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

/** Writes to a response as fast as the client reads. Resolves at once when it has gone. */
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
