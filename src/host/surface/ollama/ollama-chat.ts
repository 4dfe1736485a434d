import type { TurnEvent } from "../../loop/turn-event.ts";
import { fromOllama } from "../body-members.ts";
import { type Asker, chatExtras, requestedServers } from "../chat-request.ts";
import { withDefaultModel } from "../default-model.ts";
import { type HttpExchange, sendJson, writeTo } from "../http-exchange.ts";
import { ollamaAnswer, type OllamaAnswer } from "./ollama-answer.ts";
import { readOllamaChat } from "./ollama-request.ts";
import { optionsFor } from "../option-names.ts";
import type { SurfaceSetup } from "../surface-setup.ts";

/** Answers POST /api/chat: lines as the turn goes, or one object at its end. */
export async function answerOllamaChat(
  setup: SurfaceSetup,
  exchange: HttpExchange,
  value: Readonly<Record<string, unknown>>,
  asker: Asker,
): Promise<void> {
  const { host, date, random } = setup;
  const { profile, clock, modelApi } = host.setup;
  const { response, gone } = exchange;
  const refuse = (status: number, message: string): void => sendJson(response, status, { error: message });
  const read = readOllamaChat(withDefaultModel(value, host.setup.configuration));
  if ("refusal" in read) return refuse(read.refusal.status, read.refusal.message);
  const { extras, ...chat } = read.value;
  const taskId = extras.task_id === null || extras.task_id === "" ? undefined : extras.task_id;
  if (taskId !== undefined && taskId.length > profile.limits.taskIdChars)
    return refuse(400, `task_id: more than ${profile.limits.taskIdChars} characters`);
  const servers = requestedServers(host, extras, asker);
  if ("refusal" in servers) return refuse(servers.refusal.status, servers.refusal.message);
  const began = clock.now();
  const answer = ollamaAnswer({
    model: chat.model,
    taskId: profile.surface.offered.includes("taskFields") ? (taskId ?? random()) : undefined,
    surface: profile.surface,
    includeResults: extras.include_tool_results ?? false,
    date,
    elapsed: () => Math.round((clock.now() - began) * 1_000_000),
  });
  if (chat.messages.length === 0) {
    if (profile.surface.emptyMessages === "badRequest") return refuse(400, "messages is required");
    const loaded = answer.final(
      { kind: "end", finish: "stop", clientCalls: [], usage: { promptTokens: 0, completionTokens: 0 } },
      true,
    );
    return sendJson(response, 200, { ...loaded, done_reason: "load" });
  }
  const { members, options } = fromOllama(chat.members, modelApi);
  const begun = host.chat(
    {
      ...chat,
      ...chatExtras(extras),
      clientTools: chat.tools,
      toolChoice: undefined,
      servers: servers.value,
      options: { ...optionsFor(chat.options, "ollama", modelApi), ...options },
      members,
    },
    { ask: setup.desk.ask() },
    gone,
  );
  if ("refusal" in begun) return refuse(begun.refusal.status, begun.refusal.message);
  await (chat.stream ? stream(begun.events, answer, exchange, setup) : whole(begun.events, answer, exchange, setup));
}

async function stream(
  events: AsyncIterable<TurnEvent>,
  answer: OllamaAnswer,
  exchange: HttpExchange,
  setup: SurfaceSetup,
): Promise<void> {
  const { response } = exchange;
  const send = (line: object): Promise<void> | undefined => {
    if (!response.headersSent) response.writeHead(200, { "content-type": "application/x-ndjson" });
    return writeTo(exchange, `${JSON.stringify(line)}\n`);
  };
  for await (const event of events) {
    if (event.kind === "notice") setup.note(event.text);
    else if (event.kind === "error") {
      if (!response.headersSent) return sendJson(response, event.status, answer.error(event.message));
      await send(answer.error(event.message));
    } else {
      const line = event.kind === "end" ? answer.final(event, false) : answer.line(event);
      const drained = line === undefined ? undefined : send(line);
      if (drained !== undefined) await drained;
    }
  }
  response.end();
}

async function whole(
  events: AsyncIterable<TurnEvent>,
  answer: OllamaAnswer,
  { response }: HttpExchange,
  setup: SurfaceSetup,
): Promise<void> {
  for await (const event of events) {
    if (event.kind === "notice") setup.note(event.text);
    else if (event.kind === "error") sendJson(response, event.status, answer.error(event.message));
    else if (event.kind === "end") sendJson(response, 200, answer.final(event, true));
    else answer.line(event);
  }
}
