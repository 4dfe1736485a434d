import type { Asked } from "../../base/http/asked.ts";
import type { Reply } from "../../base/http/reply.ts";
import { type CapturedOutcome, type CapturedRequest, withoutCredentials } from "./capture.ts";
import { answerChat } from "./answer-chat.ts";
import { answerControl, greetingFor } from "./control.ts";
import type { Exchange } from "./exchange.ts";
import type { FakeModel } from "./fake-model.ts";
import { answerBlob } from "./ollama/ollama-files.ts";
import { type Route, routeOf } from "./routes.ts";
import { readText, sendText } from "./http-text.ts";
import type { Refusal } from "../player/refusal.ts";

const tooLong: Refusal = { status: 413, message: "request body too large" };

/** How a request is taken: the most bytes of it that are read, and what is aborted when the other side is gone. */
export type Taking = { readonly mostBytes?: number; readonly signal: AbortSignal };

/** Answers one request, whoever carries it. */
export async function answerAsModel(fake: FakeModel, request: Asked, reply: Reply, taking: Taking): Promise<void> {
  const { mostBytes = 64 * 1024 * 1024, signal } = taking;
  const { method } = request;
  const path = /^[^?#]*/.exec(request.target)?.[0] ?? "/";
  if (path.startsWith("/__mcpcheck/")) return answerControl(fake, method, path, reply);
  const greeting = greetingFor(fake, method, path);
  if (greeting !== undefined) return sendText(reply, 200, greeting, { "content-type": "text/plain; charset=utf-8" });
  if (await answerBlob(fake, request, path, reply, mostBytes)) return;
  const body = await readText(request, mostBytes);
  const text = body ?? "";
  const route = routeOf(fake, method, path);
  const headers = withoutCredentials(request.headers);
  const arrived = { at: fake.clock.now(), api: route.api, method, path, headers, text, ...bodyOf(text) };
  const { sequence, note } = fake.captures.add(arrived);
  const exchange: Exchange = { fake, reply, signal, note, headers, target: request.target, text, sequence };
  const outcome = await answer(route, exchange, body === undefined).catch(() => broken(route, exchange));
  note({ outcome, ...(reply.headersSent ? { status: reply.status } : {}) });
}

/** A fault of our own is answered as a server's fault: one request must not end the others. */
function broken(route: Route, exchange: Exchange): CapturedOutcome {
  if (exchange.reply.headersSent) exchange.reply.cut();
  return refuse(route, exchange, { status: 500, message: "the fake model failed" });
}

async function answer(route: Route, exchange: Exchange, isTooLong: boolean): Promise<CapturedOutcome> {
  if (isTooLong) return refuse(route, exchange, tooLong);
  if (route.kind === "chat") return await answerChat(route.wire, exchange);
  const read = route.kind === "json" ? route.read(exchange) : route;
  if ("value" in read) {
    sendText(exchange.reply, 200, JSON.stringify(read.value));
    return "answered";
  }
  return refuse(route, exchange, read.refusal);
}

function refuse({ errorBody }: Route, { reply }: Exchange, refusal: Refusal): CapturedOutcome {
  sendText(reply, refusal.status, errorBody(refusal));
  return "refused";
}

function bodyOf(text: string): Pick<CapturedRequest, "body"> {
  try {
    return { body: JSON.parse(text) as unknown };
  } catch {
    return {};
  }
}
