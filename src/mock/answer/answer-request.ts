import { internalError, invalidRequest } from "../../jsonrpc/error-codes.ts";
import type { JsonRpcId } from "../../jsonrpc/frame.ts";
import { type Json, type JsonObject, asObject, isObject } from "../../jsonrpc/json.ts";
import { type Revision, isRevision } from "../../spec/revision.ts";
import { type Answer, badParams, refuse, unknownMethod } from "../conversation/answer.ts";
import type { Call } from "./call.ts";
import { spokenIn } from "../era/capabilities.ts";
import type { ClientAnswer, Conversation } from "../conversation/conversation.ts";
import type { Arrival, Core } from "../core.ts";
import { dress } from "../dress.ts";
import { checkEnvelope } from "./envelope-check.ts";
import { eraFor, metaKeys } from "../era/era.ts";
import { answerMessage, statusOf } from "./finish.ts";
import { checkHeaders } from "./header-check.ts";
import { headerOf } from "../../base/http/header-fields.ts";
import { hasListen, isHandleMethod, isTaskMethod, type Method, methodFor } from "./methods.ts";
import { play } from "../play.ts";
import type { Port } from "../conversation/port.ts";
import { type LogLevel, logLevels } from "../script/log-levels.ts";
import { sendOut, stageFor } from "../stage.ts";
import { listen } from "./subscriptions.ts";
import { tell } from "../world/tell.ts";
import { answerHandleMethod } from "./task-handles.ts";
import { answerTaskMethod } from "./tasks.ts";
import { recordedMethod } from "./replay.ts";

/** A request with a sound id; its params are as they came. */
export type Incoming = { readonly id: JsonRpcId; readonly method: string; readonly params: Json | undefined };

type Running = {
  readonly call: Call;
  readonly isOver: () => boolean;
  readonly over: () => void;
  readonly cancel: () => void;
};

/** Answers one request, as its rule says or correctly. The returned function cancels it. */
export function answerRequest(core: Core, incoming: Incoming, arrival: Arrival, port: Port): () => void {
  const running = start(core, incoming, arrival, port);
  const { call } = running;
  const facts = { revision: call.revision, params: incoming.params, headers: arrival.headers };
  const acts = core.event(incoming.method, facts) ?? core.event("*", facts) ?? [];
  const source: JsonObject = { ...incoming, params: incoming.params };
  const emit = (message: JsonObject, status: number) => {
    if (running.isOver()) return;
    const out = core.event("out:answer", facts) ?? core.event("out:*", facts) ?? [];
    if (out.some((act) => act.omit === true)) return;
    const { text, shape, copies } = dress(message, [...acts, ...out], { status }, source);
    for (let i = 1; i < copies; i++) port.message(text, shape);
    if ([...acts, ...out].some((act) => act.divert === true)) arrival.conversation.push(text, shape);
    else port.answer(text, shape);
  };
  const stage = {
    ...stageFor(core, arrival, port),
    sleep: call.sleep,
    send: (message: JsonObject) => sendOut(core, message, call.revision, port.message),
    respond: (body: JsonObject) => emit({ jsonrpc: "2.0", id: call.id, ...body }, 200),
    correct: async () => {
      const answer = await correctAnswer(core, call, incoming, arrival);
      emit(answerMessage(call, answer), statusOf(call, answer));
    },
  };
  void play(acts, stage)
    .catch((error: unknown) => {
      core.world.process.stderr(
        `mock ${core.script.id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
      const answer = refuse(internalError, "Internal error");
      emit(answerMessage(call, answer), statusOf(call, answer));
    })
    .finally(running.over);
  return running.cancel;
}

async function correctAnswer(core: Core, call: Call, incoming: Incoming, arrival: Arrival): Promise<Answer> {
  const { script } = core;
  const { method } = call;
  const stateless = call.revision >= "2026-07-28";
  if (stateless) {
    const defect = checkEnvelope(script, method, call.params, arrival.headers, core.omits);
    if (defect !== undefined) return defect;
  }
  const found = answererOf(core, method, call.revision);
  const listening = hasListen(method, call.revision);
  if (found === undefined && !listening) return unknownMethod(method);
  if (
    !stateless &&
    arrival.conversation.revision === undefined &&
    !["initialize", "ping"].includes(method) &&
    !core.omits("initialized")
  )
    return refuse(invalidRequest, "The session is not initialized");
  if (incoming.params !== undefined && !isObject(incoming.params)) return badParams("params must be an object");
  const defect =
    stateless && arrival.headers !== undefined
      ? checkHeaders(script, method, call.params, arrival.headers, core.omits)
      : undefined;
  if (defect !== undefined) return defect;
  return listening ? listen(call, core.listeners) : (found?.answer(call) ?? unknownMethod(method));
}

/** What answers a method at a revision, where the server has it. */
function answererOf(core: Core, method: string, revision: Revision): Pick<Method, "answer"> | undefined {
  const { script, replay } = core;
  const recorded = replay === undefined ? undefined : recordedMethod(replay, method, revision);
  if (recorded !== undefined) return { answer: recorded };
  if (isTaskMethod(script, method, revision)) return { answer: answerTaskMethod };
  return isHandleMethod(script, method, revision) ? { answer: answerHandleMethod } : methodFor(script, method, revision);
}

function start(core: Core, incoming: Incoming, arrival: Arrival, port: Port): Running {
  const { conversation } = arrival;
  let isOver = false;
  const endings: (() => void)[] = [];
  const params = asObject(incoming.params ?? {});
  const revision = revisionFor(core, incoming, arrival);
  const running = { id: incoming.id, cancellable: incoming.method !== "initialize", cancel };
  function over(): void {
    isOver = true;
    conversation.running.delete(running);
  }
  function cancel(): void {
    if (isOver) return;
    over();
    for (const end of endings) end();
    port.end();
  }
  conversation.running.add(running);
  const meta = asObject(params["_meta"]);
  const stateless = revision >= "2026-07-28";
  const send = (message: JsonObject) => {
    if (!isOver) sendOut(core, message, revision, port.message);
  };
  const push = (message: JsonObject) => sendOut(core, message, revision, conversation.push);
  const call: Call = {
    id: incoming.id,
    method: incoming.method,
    params,
    revision,
    conversation,
    capabilities: stateless ? asObject(meta[metaKeys.capabilities]) : conversation.capabilities,
    logLevel: stateless ? levelOf(meta[metaKeys.logLevel]) : conversation.logLevel,
    script: core.script,
    world: core.world,
    secret: core.secret,
    omits: core.omits,
    live: core.live,
    whenCancelled: (fn) => endings.push(fn),
    notify: (method, content) => send({ jsonrpc: "2.0", method, ...(content === undefined ? {} : { params: content }) }),
    ask: (method, content) => askClient(conversation, method, content, send, endings),
    pushNotification: (method, content) =>
      push({ jsonrpc: "2.0", method, ...(content === undefined ? {} : { params: content }) }),
    pushRequest: (method, content) => askClient(conversation, method, content, push, []),
    sleep: (ms) => new Promise((resolve) => endings.push(core.world.clock.setTimeout(ms, resolve))),
    files: core.files,
    handles: core.handles,
    tellSubscribers(method, content, wants) {
      for (const listener of core.listeners) if (wants(listener.filter)) listener.send(method, content);
    },
    tell: (what) => tell(what, core.world.process.self, arrival.headers, core.notebook),
    announce: core.announce,
  };
  return { call, isOver: () => isOver, over, cancel };
}

function askClient(
  conversation: Conversation,
  method: string,
  params: JsonObject | undefined,
  send: (message: JsonObject) => void,
  endings: (() => void)[],
): Promise<ClientAnswer> {
  const id = conversation.nextRequestId++;
  const key = JSON.stringify(id);
  endings.push(() => conversation.pending.delete(key));
  return new Promise((resolve) => {
    conversation.pending.set(key, resolve);
    send({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) });
  });
}

function levelOf(level: Json | undefined): LogLevel | undefined {
  return logLevels.find((one) => one === level);
}

/** The revision a request is served by: its own, the negotiated one, or the latest of its era this server speaks. */
function revisionFor(core: Core, { method, params }: Incoming, arrival: Arrival): Revision {
  const header = arrival.headers === undefined ? undefined : headerOf(arrival.headers, "mcp-protocol-version");
  const negotiated = arrival.conversation.revision;
  const era = eraFor(core.script, { method, params, header, negotiated, otherwise: arrival.undecided });
  const spoken = spokenIn(core.script, era);
  if (era === "stateful" && negotiated !== undefined) return negotiated;
  const declared = asObject(asObject(params ?? {})["_meta"])[metaKeys.version];
  return isRevision(declared) && spoken.includes(declared) ? declared : (spoken.at(-1) ?? "2025-11-25");
}
