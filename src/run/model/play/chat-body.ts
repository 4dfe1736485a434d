import type { ModelApi } from "../../../check/model/model-event.ts";
import { mayConstrain } from "../../../check/model/played.ts";
import type { ReadAnswer } from "../../../check/model/read-answer.ts";
import { readOllama } from "../../../check/model/read-ollama.ts";
import { readOpenai } from "../../../check/model/read-openai.ts";
import { ollamaBody } from "../../../model/backend/ollama-body.ts";
import { openaiBody } from "../../../model/backend/openai-body.ts";
import type { ModelRequest } from "../../../model/model-backend.ts";
import type { ModelMessage } from "../../../model/model-message.ts";
import type { PlannedScenario } from "../plan.ts";
import { askServer } from "../server/ask-server.ts";
import { chatPaths } from "../server/exchange.ts";
import { firstMessage } from "./chat-history.ts";
import type { FamilyGame, KnownGame, Performance } from "./family-game.ts";

/** Reads an answer of a wire. */
export function readAnswer(api: ModelApi, chunks: readonly string[], streamed: boolean): ReadAnswer {
  return api === "ollama" ? readOllama(chunks, streamed) : readOpenai(chunks, streamed);
}

/** Tokens beyond those of the script after which an answer is cut: a model that a grammar keeps from ending would go on for ever. */
const spareTokens = 64;

type Asking = { readonly messages: readonly ModelMessage[]; readonly thinks: boolean; readonly tokens: number };

/** The request for a turn. */
export function chatBody(
  { server: { api }, options, path, thinking, listsTokens: lists }: KnownGame,
  { scenario, model, streamed }: Performance,
  { messages, thinks, tokens }: Asking,
): string {
  const { choice, tools } = scenario;
  const limit = { [api === "ollama" ? "num_predict" : "max_tokens"]: tokens + spareTokens };
  // Servers list none in streams with tools; whether a streamed script was followed shows by the whole answer.
  const isListed = lists && !streamed && mayConstrain({ api, path }, { tools: tools.map(({ name }) => name) });
  // Of tokens that were not said one is the fewest that every server takes.
  const listed = isListed ? { logprobs: true, top_logprobs: 1 } : {};
  const request: ModelRequest = {
    model,
    messages,
    tools,
    stream: streamed,
    options: { ...options, ...limit, ...(api === "openai" ? listed : {}) },
    members: listed,
    ...(choice === undefined ? {} : { toolChoice: choice }),
  };
  // A model that can reason does so unless it is told not to.
  if (api === "ollama") return ollamaBody(request, thinking === true ? thinks : undefined);
  return openaiBody(request, { usage: true });
}

/** Whether the server lists the tokens of a text with log-probabilities when tools are offered: asked once, for that no part of the record. */
export async function listsTokens(game: FamilyGame, control: PlannedScenario): Promise<boolean> {
  const { server, plan, path, models } = game;
  const tools = plan.scenarios.flatMap((scenario) => scenario.tools).slice(0, 1);
  if (!game.tools || !mayConstrain({ api: server.api, path }, { tools: tools.map(({ name }) => name) })) return false;
  const scenario = { ...control, tools };
  const tokens = game.tokensOf(control.turns[0]?.marker ?? "");
  const asking = { messages: [firstMessage(control)], thinks: false, tokens };
  const body = chatBody({ ...game, listsTokens: true }, { scenario, model: models.word, streamed: false }, asking);
  const answer = await askServer(server, { method: "POST", path: chatPaths[server.api], body }).catch(() => undefined);
  return answer?.status === 200 && readAnswer(server.api, [answer.text], false).generated !== undefined;
}
