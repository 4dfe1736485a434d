import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { type CapturedOutcome, type CapturedRequest, withoutCredentials } from "./capture.ts";
import { answerChat } from "./answer-chat.ts";
import { answerControl, greetingFor } from "./control.ts";
import type { Exchange } from "./exchange.ts";
import type { FakeModel } from "./fake-model.ts";
import { foreignTo } from "./foreign-to.ts";
import { answerBlob } from "./ollama/ollama-files.ts";
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

/**
 * Where a fake model listens, and the most bytes of a request it reads: by default more than any history a host sends. `names` are those
 * it may be asked by besides addresses and `localhost`.
 */
export type ServeOptions = {
  readonly host?: string;
  readonly port?: number;
  readonly mostBytes?: number;
  readonly names?: readonly string[];
};

/**
 * Serves a fake model until it is closed. Port 0 takes a free one.
 * @throws McpcheckError `usage` when the address cannot be listened on
 */
export async function serveFakeModel(
  fake: FakeModel,
  { host = "127.0.0.1", port = 0, mostBytes = 64 * 1024 * 1024, names = [] }: ServeOptions = {},
): Promise<ServedFakeModel> {
  const open = new Set<AbortController>();
  const http = createServer((request, response) => {
    const foreign = foreignTo([host, ...names], request.headers);
    if (foreign !== undefined) return sendText(response, 403, JSON.stringify({ error: foreign }), { connection: "close" });
    const gone = new AbortController();
    open.add(gone);
    response.once("close", () => {
      open.delete(gone);
      gone.abort();
    });
    void handle(fake, request, response, { mostBytes, signal: gone.signal });
  });
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
        for (const gone of open) gone.abort();
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
  { mostBytes, signal }: { readonly mostBytes: number; readonly signal: AbortSignal },
): Promise<void> {
  const method = request.method ?? "GET";
  const path = /^[^?#]*/.exec(request.url ?? "/")?.[0] ?? "/";
  if (path.startsWith("/__mcpcheck/")) return answerControl(fake, method, path, response);
  const greeting = greetingFor(fake, method, path);
  if (greeting !== undefined) return sendText(response, 200, greeting, { "content-type": "text/plain; charset=utf-8" });
  if (await answerBlob(fake, request, path, response, mostBytes)) return;
  const body = await readText(request, mostBytes);
  const text = body ?? "";
  const route = routeOf(fake, method, path);
  const headers = withoutCredentials(request.headers);
  const arrived = { at: fake.clock.now(), api: route.api, method, path, headers, text, ...bodyOf(text) };
  const { sequence, note } = fake.captures.add(arrived);
  const exchange: Exchange = { fake, response, signal, note, headers, text, sequence };
  const outcome = await answer(route, exchange, body === undefined).catch(() => broken(route, exchange));
  note({ outcome, ...(response.headersSent ? { status: response.statusCode } : {}) });
}

/** A fault of our own is answered as a server's fault: one request must not end the others. */
function broken(route: Route, exchange: Exchange): CapturedOutcome {
  if (exchange.response.headersSent) exchange.response.destroy();
  return refuse(route, exchange, { status: 500, message: "the fake model failed" });
}

async function answer(route: Route, exchange: Exchange, isTooLong: boolean): Promise<CapturedOutcome> {
  if (isTooLong) return refuse(route, exchange, tooLong);
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
