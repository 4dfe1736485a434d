import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { McpcheckError } from "../../mcpcheck-error.ts";
import { type CapturedOutcome, type CapturedRequest, withoutCredentials } from "./capture.ts";
import { answerChat } from "./answer-chat.ts";
import { answerControl } from "./control.ts";
import type { Exchange } from "./exchange.ts";
import type { FakeModel } from "./fake-model.ts";
import { type Route, routeOf } from "./routes.ts";
import { readText, sendText } from "./http-text.ts";
import type { Refusal } from "../player/refusal.ts";

/** A fake model that is listening. */
export type ServedFakeModel = {
  /** Scheme, host and port. */
  readonly url: string;
  /** Cuts what is still open. */
  readonly close: () => Promise<void>;
};

/** Where a fake model listens, and the most bytes of a request it reads: by default more than any history a host sends. */
export type ServeOptions = { readonly host?: string; readonly port?: number; readonly mostBytes?: number };

/**
 * Serves a fake model until it is closed. Port 0 takes a free one.
 * @throws McpcheckError `usage` when the address cannot be listened on
 */
export async function serveFakeModel(
  fake: FakeModel,
  { host = "127.0.0.1", port = 0, mostBytes = 64 * 1024 * 1024 }: ServeOptions = {},
): Promise<ServedFakeModel> {
  const closing = new AbortController();
  const http = createServer((request, response) => void handle(fake, request, response, { mostBytes, closing: closing.signal }));
  await new Promise<void>((resolve, reject) => {
    http.once("error", (cause) =>
      reject(new McpcheckError("usage", `cannot listen on ${host}:${port}: ${cause.message}`, { cause })),
    );
    http.listen(port, host, resolve);
  });
  const taken = (http.address() as AddressInfo).port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}`,
    close: () =>
      new Promise((resolve) => {
        closing.abort();
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

const tooLong: Refusal = { status: 413, message: "request body too large" };

async function handle(
  fake: FakeModel,
  request: IncomingMessage,
  response: ServerResponse,
  { mostBytes, closing }: { readonly mostBytes: number; readonly closing: AbortSignal },
): Promise<void> {
  const method = request.method ?? "GET";
  const path = new URL(request.url ?? "/", "http://localhost").pathname;
  if (path.startsWith("/__mcpcheck/")) return answerControl(fake, method, path, response);
  const text = await readText(request, mostBytes);
  const route = routeOf(fake, method, path);
  const headers = withoutCredentials(request.headers);
  const note = fake.captures.add({
    at: fake.clock.now(),
    api: route.api,
    method,
    path,
    headers,
    text: text ?? "",
    ...bodyOf(text ?? ""),
  });
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const signal = AbortSignal.any([closing, gone.signal]);
  const sequence = fake.captures.all().at(-1)?.sequence ?? 0;
  const exchange: Exchange = { fake, response, signal, note, headers, text: text ?? "", sequence };
  const outcome = text === undefined ? refuse(route, exchange, tooLong) : await answer(route, exchange);
  note({ outcome, ...(response.headersSent ? { status: response.statusCode } : {}) });
}

async function answer(route: Route, exchange: Exchange): Promise<CapturedOutcome> {
  if (route.kind === "chat") return await answerChat(route.wire, exchange);
  const read = route.kind === "json" ? route.read(exchange) : route;
  if ("value" in read) {
    sendText(exchange.response, 200, JSON.stringify(read.value));
    return "answered";
  }
  return refuse(route, exchange, read.refusal);
}

function refuse({ errorBody }: Route, { response }: Exchange, refusal: Refusal): CapturedOutcome {
  sendText(response, refusal.status, errorBody(refusal));
  return "refused";
}

function bodyOf(text: string): Pick<CapturedRequest, "body"> {
  try {
    return { body: JSON.parse(text) as unknown };
  } catch {
    return {};
  }
}
