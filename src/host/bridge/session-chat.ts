import { hopHeader, hopsOf } from "../../agent/hops.ts";
import { headerOf } from "../../base/http/header-fields.ts";
import type { TurnEvent } from "../loop/turn-event.ts";
import { isForeignPage } from "../policy/starters.ts";
import type { Asker } from "../surface/chat-request.ts";
import { type HttpExchange, sendJson } from "../surface/http-exchange.ts";
import { openaiAnswer } from "../surface/openai/openai-answer.ts";
import { answerOpenaiChat } from "../surface/openai/openai-chat.ts";
import { openaiError } from "../surface/openai/openai-error.ts";
import { injectionName, openaiEvent } from "../surface/openai/openai-event.ts";
import { readBody, readJsonObject } from "../surface/read-body.ts";
import { mostBytes } from "./answer-a2a.ts";
import type { BridgeCore } from "./bridge-core.ts";

/** Longest id of a session, in UTF-16 units. */
const mostIdLength = 256;

/**
 * POST /v1/chat/completions: a chat of this agent. With `session_id`, results of work that was not waited for come into it: those that are
 * there between two answers of the model, and later ones at /v1/events.
 */
export async function answerSessionChat(core: BridgeCore, exchange: HttpExchange, asker: Asker): Promise<void> {
  const { surface } = core.setup;
  const { request, response } = exchange;
  const refuse = (status: number, message: string): void =>
    sendJson(response, status, openaiError(status, message), status === 413 ? { connection: "close" } : {});
  const body = await readBody(request, mostBytes);
  const read = "refusal" in body ? body : readJsonObject(body.value);
  if ("refusal" in read) return refuse(read.refusal.status, read.refusal.message);
  const { session_id: id } = read.value;
  if (id !== undefined && id !== null && (typeof id !== "string" || id.length > mostIdLength))
    return refuse(400, `session_id: expected a text of at most ${mostIdLength} characters`);
  // The client tells what was said before, each time anew.
  const session = typeof id === "string" && id !== "" ? { id, keep: () => undefined } : undefined;
  const hops = hopsOf(headerOf(request.headers, hopHeader));
  const host = {
    ...surface.host,
    chat: (...[chat, person, signal]: Parameters<typeof surface.host.chat>) =>
      core.converse(chat, { hops, person, session }, signal),
  };
  await answerOpenaiChat({ ...surface, host }, exchange, read.value, asker);
}

/** GET /v1/events?session_id=…: what is said in a session when results come and nobody asks anything, for as long as the client stays. */
export function sendSessionEvents({ setup, inbox }: BridgeCore, exchange: HttpExchange, { caller }: Asker): void {
  const { response, request, gone } = exchange;
  const { host, random, date } = setup.surface;
  const { surface, policy } = host.setup.profile;
  const id = new URL(request.url ?? "/", "http://localhost").searchParams.get("session_id") ?? "";
  const refuse = (status: number, message: string): void => sendJson(response, status, openaiError(status, message));
  if (id === "" || id.length > mostIdLength) return refuse(400, "session_id: expected the id of a session");
  if (policy.access.starters === "own" && isForeignPage(caller, policy.access))
    return refuse(403, "sessions are told of to the host's own pages and to programs only");
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
  response.flushHeaders();
  const begun = (): ReturnType<typeof openaiAnswer> =>
    openaiAnswer({
      id: `chatcmpl-${random()}`,
      model: setup.model,
      created: Math.floor(date().getTime() / 1000),
      surface,
      includeUsage: false,
    });
  let answer = begun();
  const tell = (event: TurnEvent): void => {
    if (event.kind === "injected") {
      answer = begun();
      response.write(openaiEvent({ count: event.count, agents: event.agents }, injectionName));
      response.write(openaiEvent(answer.start()));
    } else if (event.kind === "error") response.write(openaiEvent(openaiError(event.status, event.message)));
    else for (const chunk of event.kind === "end" ? answer.last(event) : answer.chunks(event)) response.write(openaiEvent(chunk));
  };
  gone.addEventListener("abort", inbox.attend(id, tell), { once: true });
}
