import type { ModelApi } from "../../../check/model/model-event.ts";
import type { Json } from "../../../jsonrpc/json.ts";
import { textOf } from "../../../model/backend/text-stream.ts";
import { reasonOf } from "./ask-server.ts";
import type { ModelRecord } from "../model-record.ts";
import type { ModelServerUnderTest } from "./model-server.ts";

/** Most characters of one answer: a server that does not stop is stopped. */
const mostCharacters = 4 * 1024 * 1024;

/** A conversation's request. */
export type ChatExchange = {
  readonly exchange: number;
  readonly body: string;
  readonly streamed: boolean;
  /** Longest it may take, in ms. */
  readonly withinMs: number;
};

/** What came back, for whoever goes on with the conversation. */
export type ExchangeResult = { readonly status: number | undefined; readonly chunks: readonly string[] };

/** Where conversations go on a wire. */
export const chatPaths: Readonly<Record<ModelApi, string>> = { ollama: "/api/chat", openai: "/chat/completions" };

/** Sends a request and records all that comes of it. Never throws for what the server does. */
export async function performExchange(
  server: ModelServerUnderTest,
  record: ModelRecord,
  { exchange, body, streamed, withinMs }: ChatExchange,
): Promise<ExchangeResult> {
  const path = chatPaths[server.api];
  const headers = { "content-type": "application/json" };
  record.note({
    kind: "request",
    exchange,
    method: "POST",
    path,
    headers: { ...headers, ...Object.fromEntries(Object.keys(server.headers).map((name) => [name.toLowerCase(), "(hidden)"])) },
    body: JSON.parse(body) as Json,
  });
  const chunks: string[] = [];
  let status: number | undefined;
  const late = new AbortController();
  const cancel = server.clock.setTimeout(withinMs, () => late.abort());
  try {
    const response = await fetch(`${server.url}${path}`, {
      method: "POST",
      headers: { ...headers, ...server.headers },
      body,
      signal: AbortSignal.any([late.signal, server.stop]),
    });
    ({ status } = response);
    record.note({ kind: "response", exchange, status, headers: shownHeaders(response, server) });
    const isStream = streamed && response.ok && !/^application\/json\b/i.test(response.headers.get("content-type") ?? "");
    for await (const text of bounded(isStream ? piecesOf(textOf(response), server.api) : whole(response))) {
      chunks.push(text);
      record.note({ kind: "chunk", exchange, text: server.hide(text) });
    }
    record.note({ kind: "end", exchange, how: "complete" });
  } catch (cause) {
    record.note({
      kind: "end",
      exchange,
      how: late.signal.aborted ? "late" : "broken",
      message: late.signal.aborted ? `no whole answer within ${withinMs} ms` : server.hide(reasonOf(cause)),
    });
  } finally {
    cancel();
  }
  return { status, chunks };
}

function shownHeaders({ headers }: Response, { hide }: ModelServerUnderTest): Record<string, string> {
  return Object.fromEntries(Array.from(headers.entries(), ([name, value]) => [name, hide(value)]));
}

async function* whole(response: Response): AsyncIterable<string> {
  let text = "";
  for await (const piece of bounded(textOf(response))) text += piece;
  yield text;
}

async function* bounded(pieces: AsyncIterable<string>): AsyncIterable<string> {
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > mostCharacters) throw new Error(`an answer of more than ${mostCharacters} characters`);
    yield piece;
  }
}

/** The lines of a stream of JSON, or the blocks of an event stream, as they come; blank ones are left out. */
async function* piecesOf(pieces: AsyncIterable<string>, api: ModelApi): AsyncIterable<string> {
  const end = api === "ollama" ? /\r?\n/ : /\r?\n\r?\n/;
  let held = "";
  for await (const piece of pieces) {
    const parts = (held + piece).split(end);
    held = parts.pop() ?? "";
    for (const part of parts) if (part.trim() !== "") yield part;
  }
  if (held.trim() !== "") yield held;
}
