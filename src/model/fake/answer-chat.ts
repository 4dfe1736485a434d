import { refusalByProvider } from "../../provider/refuse/refusal-by-provider.ts";
import type { ListedTool } from "../../provider/tool.ts";
import { say } from "../player/say.ts";
import type { Fault } from "../script/fault.ts";
import type { ModelScript } from "../script/model-script.ts";
import type { CapturedOutcome } from "./capture.ts";
import type { Exchange } from "./exchange.ts";
import type { FakeModel } from "./fake-model.ts";
import { scriptFor } from "../script/script-for.ts";
import type { ModelRequest } from "../model-backend.ts";
import { sendText } from "./http-text.ts";
import type { Refusal } from "../player/refusal.ts";
import { refusalByScript } from "../player/script-refusals.ts";
import { sendBody, sendStream } from "./send-answer.ts";
import type { ReadChat, Wire } from "./wire.ts";

/** Answers a chat on its wire: reads it, plays the script, or refuses in the wire's own words. */
export async function answerChat(wire: Wire, exchange: Exchange): Promise<CapturedOutcome> {
  const { fake, note, reply, signal, sequence } = exchange;
  const read = readChat(wire, exchange);
  if ("refusal" in read) return refuse(wire, exchange, read.refusal);
  const { chat, script } = read;
  const world = { date: fake.date, sequence };
  if (chat.immediate !== undefined) {
    sendText(reply, 200, chat.immediate(world));
    return "answered";
  }
  const utterance = say(script, seenBy(fake, chat.request));
  note({
    script: script.id,
    ...(utterance.scenario === undefined ? {} : { scenario: utterance.scenario }),
    round: utterance.round,
  });
  const { status } = utterance.fault;
  if (status !== undefined) return sendStatus(wire, exchange, status);
  const sending = { reply, clock: fake.clock, signal, complete: () => note({ outcome: "answered", status: 200 }) };
  const answer = chat.answer(utterance, world);
  const { error } = utterance.fault;
  if (!chat.request.stream && error !== undefined) return refuse(wire, exchange, { status: 500, message: error.message });
  return await (chat.request.stream ? sendStream : sendBody)(answer, utterance, sending);
}

/** A request as scripts see it. */
function seenBy({ overlooks }: FakeModel, request: ModelRequest): ModelRequest {
  return overlooks === undefined ? request : { ...request, tools: request.tools.filter(({ name }) => !overlooks(name)) };
}

type Readable = { readonly chat: ReadChat; readonly script: ModelScript } | { readonly refusal: Refusal };

function readChat(wire: Wire, { text, headers, fake, target }: Exchange): Readable {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { refusal: wire.badJson(text) };
  }
  const read = wire.readChat(body, headers, { fake, target });
  if ("refusal" in read) return read;
  const chat = read.value;
  const script = scriptFor(fake.scripts, chat.request.model);
  if (script === undefined) return { refusal: wire.unknownModel(chat.request.model) };
  const refusal = refusalByScript(script, chat.request, chat.thinks);
  if (refusal === undefined) {
    const strict = refusalForTools(wire, fake, chat.request);
    return strict === undefined ? { chat, script } : { refusal: strict };
  }
  return { refusal: refusal.lacking === undefined ? refusal : wire.lacking(refusal.lacking, chat.request.model) };
}

/** The refusal of the provider that the model stands for. Other wires than OpenAI's put its words into their own form of errors. */
function refusalForTools({ name }: Wire, { strictSchemas }: FakeModel, { tools }: ModelRequest): Refusal | undefined {
  if (strictSchemas === undefined) return undefined;
  // The schemas come from JSON and are nothing else.
  const listed = tools.map(({ parameters, ...tool }) => ({ ...tool, inputSchema: parameters as ListedTool["inputSchema"] }));
  const refusal = refusalByProvider(listed, strictSchemas);
  if (refusal === undefined || name === "openai") return refusal;
  const { body: _ofOpenai, ...words } = refusal;
  return words;
}

function refuse(wire: Wire, { reply }: Exchange, refusal: Refusal): CapturedOutcome {
  sendText(reply, refusal.status, refusal.body ?? wire.errorBody(refusal));
  return "refused";
}

function sendStatus(wire: Wire, { reply }: Exchange, status: NonNullable<Fault["status"]>): CapturedOutcome {
  const { code, message = `scripted error ${code}`, body, type = "text/plain", headers } = status;
  if (body === undefined) sendText(reply, code, wire.errorBody({ status: code, message }), headers);
  else sendText(reply, code, body, { "content-type": type, ...headers });
  return "refused";
}
