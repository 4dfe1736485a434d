import type { ModelErrorCode } from "../model-backend.ts";
import { errorEvent, isRecord, type ModelErrorEvent } from "./events.ts";
import { withoutEnd } from "../../base/without-end.ts";

/** Where a model server is, and what is sent to it with every request. */
export type ModelServer = {
  /** Scheme, host, port and, if there is one, the path in front of the API's own. */
  readonly url: string;
  /** Sent as a bearer token. Never part of an error's text. */
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** For tests and for other networks than this machine's. */
  readonly fetch?: typeof globalThis.fetch;
};

/** Most characters of a server's own text that go into an error. */
const mostCharacters = 2_000;

/** Sends a request to a path of the server; an error event when it is not answered with success. */
export async function request(
  server: ModelServer,
  path: string,
  body: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Response | ModelErrorEvent> {
  const send = server.fetch ?? globalThis.fetch;
  try {
    const response = await send(`${withoutEnd(server.url, "/")}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        accept: "application/json, application/x-ndjson, text/event-stream",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(server.apiKey === undefined ? {} : { authorization: `Bearer ${server.apiKey}` }),
        ...server.headers,
      },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    });
    return response.ok ? response : errorEvent("http", await errorText(response), response.status);
  } catch (cause) {
    return failure(cause, signal);
  }
}

/** What a failed fetch or a broken stream is: our own abort, or a connection that did not hold. */
export function failure(cause: unknown, signal: AbortSignal | undefined): ModelErrorEvent {
  const code: ModelErrorCode = signal?.aborted === true ? "aborted" : "connection";
  if (code === "aborted") return errorEvent(code, "the request was aborted");
  return errorEvent(code, reasonOf(cause));
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? `${cause.message}: ${reasonOf(cause.cause)}` : cause.message || cause.name;
}

async function errorText(response: Response): Promise<string> {
  const text = await response.text();
  const said = errorMessage(parsed(text)) ?? text.trim();
  return (said === "" ? response.statusText || `status ${response.status}` : said).slice(0, mostCharacters);
}

/** The text of an error in any of the forms servers use: `error` as text or with a `message`, or a bare `message`. */
export function errorMessage(body: unknown): string | undefined {
  if (!isRecord(body)) return undefined;
  const { error, message, detail } = body;
  if (typeof error === "string") return error;
  if (isRecord(error)) return typeof error["message"] === "string" ? error["message"] : JSON.stringify(error);
  return [message, detail].find((text) => typeof text === "string");
}

/** A text as JSON; undefined when it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether the server answered with one JSON document rather than with a stream. */
export function isDocument(response: Response): boolean {
  return /^application\/(?:[\w.+-]*\+)?json\b/i.test(response.headers.get("content-type") ?? "");
}
