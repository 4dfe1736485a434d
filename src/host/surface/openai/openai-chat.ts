import type { TurnEvent } from "../../loop/turn-event.ts";
import { fromOpenai } from "../body-members.ts";
import { type Asker, chatExtras, requestedServers } from "../chat-request.ts";
import { withDefaultModel } from "../default-model.ts";
import { type HttpExchange, sendJson, writeTo } from "../http-exchange.ts";
import { openaiAnswer, type OpenaiAnswer } from "./openai-answer.ts";
import { injectionName, openaiEvent } from "./openai-event.ts";
import { openaiError } from "./openai-error.ts";
import { readOpenaiChat } from "./openai-request.ts";
import { optionsFor } from "../option-names.ts";
import type { SurfaceSetup } from "../surface-setup.ts";

/** Answers POST /v1/chat/completions: server-sent events as the turn goes, or one completion at its end. */
export async function answerOpenaiChat(
  setup: SurfaceSetup,
  exchange: HttpExchange,
  value: Readonly<Record<string, unknown>>,
  asker: Asker,
): Promise<void> {
  const { host, date, random } = setup;
  const { profile, modelApi } = host.setup;
  const { response, gone } = exchange;
  const refuse = (status: number, message: string): void => sendJson(response, status, openaiError(status, message));
  const read = readOpenaiChat(withDefaultModel(value, host.setup.configuration), profile.surface);
  if ("refusal" in read) return refuse(read.refusal.status, read.refusal.message);
  const { extras, includeUsage, tools, ...chat } = read.value;
  const servers = requestedServers(host, extras, asker);
  if ("refusal" in servers) return refuse(servers.refusal.status, servers.refusal.message);
  const answer = openaiAnswer({
    id: `chatcmpl-${random()}`,
    model: chat.model,
    created: Math.floor(date().getTime() / 1000),
    surface: profile.surface,
    includeUsage,
  });
  const begun = host.chat(
    {
      ...chat,
      ...chatExtras(extras),
      clientTools: tools,
      servers: servers.value,
      options: optionsFor(chat.options, "openai", modelApi),
      members: fromOpenai(chat.options, modelApi),
    },
    { ask: setup.desk.ask() },
    gone,
  );
  if ("refusal" in begun) return refuse(begun.refusal.status, begun.refusal.message);
  await (chat.stream ? stream(begun.events, answer, exchange, setup) : whole(begun.events, answer, exchange, setup));
}

async function stream(
  events: AsyncIterable<TurnEvent>,
  answer: OpenaiAnswer,
  exchange: HttpExchange,
  setup: SurfaceSetup,
): Promise<void> {
  const { response } = exchange;
  const send = (data: object | string, name?: string): Promise<void> | undefined => {
    const text = openaiEvent(data, name);
    if (response.headersSent) return writeTo(exchange, text);
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
    return writeTo(exchange, `${openaiEvent(answer.start())}${text}`);
  };
  for await (const event of events) {
    if (event.kind === "notice") setup.note(event.text);
    else if (event.kind === "injected") await send({ count: event.count, agents: event.agents }, injectionName);
    else if (event.kind === "error") {
      if (!response.headersSent) return sendJson(response, event.status, openaiError(event.status, event.message));
      await send(openaiError(event.status, event.message));
    } else {
      const chunks = event.kind === "end" ? [...answer.last(event), "[DONE]"] : answer.chunks(event);
      for (const chunk of chunks) {
        const drained = send(chunk);
        if (drained !== undefined) await drained;
      }
    }
  }
  response.end();
}

async function whole(
  events: AsyncIterable<TurnEvent>,
  answer: OpenaiAnswer,
  { response }: HttpExchange,
  setup: SurfaceSetup,
): Promise<void> {
  for await (const event of events) {
    answer.take(event);
    if (event.kind === "notice") setup.note(event.text);
    else if (event.kind === "error") sendJson(response, event.status, openaiError(event.status, event.message));
    else if (event.kind === "end") sendJson(response, 200, answer.whole(event));
  }
}
