import type { ModelBackend, ModelRequest, ModelTool, ModelUsage, ToolChoice } from "../../model/model-backend.ts";
import type { ModelMessage } from "../../model/model-message.ts";
import type { ToolCallFormat } from "../../toolcall/format.ts";
import { compactArguments } from "../policy/command/compact-arguments.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import type { ServerLink } from "../sessions/server-link.ts";
import { readArguments } from "../tools/call-arguments.ts";
import type { ProviderNames } from "../tools/provider-names.ts";
import { asCompleted } from "./as-completed.ts";
import { askModel, type AskSetup, type ModelAnswer, type RawCall } from "./ask-model.ts";
import type { CallIds } from "./call-ids.ts";
import { messagesFor } from "./conversation.ts";
import { countRepetition, noRepetition } from "./loop-guard.ts";
import { mayRunTogether } from "./plan-calls.ts";
import { runCall, type RunSetup } from "./run-call.ts";
import { createToldResults, type ToldResults } from "./told-results.ts";
import type { TurnCall, TurnEvent, TurnFinish, TurnResult } from "./turn-event.ts";
import { addUsage, noUsage } from "./usage.ts";

/** What a turn works with. */
export type TurnSetup = RunSetup & {
  readonly backend: ModelBackend;
  readonly names: ProviderNames;
  readonly callIds: CallIds;
  /** The format calls are read from text in, for models or servers that do not deliver them. */
  readonly format: ToolCallFormat | undefined;
  readonly links: readonly ServerLink[];
  readonly jit: boolean;
};

/** What is asked of a turn. */
export type TurnRequest = Pick<ModelRequest, "members"> & {
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly toolChoice: ToolChoice | undefined;
  readonly stream: boolean;
  readonly maxRounds: number | undefined; // rounds of calls, instead of the profile's
};

/**
 * One turn: the model is asked, its calls are run, their results go back to it, until it asks for no more or a limit binds.
 * `signal` ends it: nothing is begun any more, and what runs is cancelled.
 */
export async function* runTurn(setup: TurnSetup, request: TurnRequest, signal: AbortSignal): AsyncGenerator<TurnEvent, void> {
  const { profile, toolbox } = setup;
  const { loop } = profile;
  const maxRounds = request.maxRounds ?? loop.maxRounds;
  const told = createToldResults(setup.format, profile);
  let messages: readonly ModelMessage[] = told.history(request.messages);
  let usage = noUsage;
  let repetition = noRepetition;
  let corrections = 0;

  for (let rounds = 0; ; rounds += 1) {
    const closing = rounds > 0 && rounds >= maxRounds;
    const offered = await toolbox.offered();
    if ("error" in offered) return yield { kind: "error", failure: "request", status: 400, message: offered.error };
    for (const text of offered.problems) yield { kind: "notice", text };
    const choice = rounds === 0 ? impossibleChoice(setup, request, offered.tools) : undefined;
    if (choice !== undefined) return yield { kind: "error", failure: "request", status: 400, message: choice };
    const tools = closing || request.toolChoice === "none" ? [] : offered.tools;
    const answer = yield* askModel(askSetup(setup, tools, told), modelRequest(setup, request, messages, tools, rounds), signal);
    if (answer.kind === "failure") return yield { ...answer, kind: "error" };
    usage = addUsage(usage, answer.usage);
    const calls = closing ? [] : handledCalls(setup, request, answer);
    for (const text of noticesOf(answer, calls.length, closing)) yield { kind: "notice", text };
    if (calls.length === 0) {
      const corrected = corrections < loop.callCorrections && looksLikeCall(answer.text) && rounds < maxRounds;
      if (!corrected) return yield { kind: "end", finish: finishOf(answer), clientCalls: [], usage };
      corrections += 1;
      messages = [...messages, { role: "assistant", content: answer.text }, { role: "user", content: correction }];
      yield { kind: "round", usage };
      continue;
    }
    const clientCalls = calls.filter(({ executor }) => executor === "client");
    const hostCalls = calls.filter(({ executor }) => executor === "host");
    repetition = countRepetition(repetition, hostCalls, loop);
    if (loop.loopGuard !== null && hostCalls.length > 0 && repetition.times > loop.loopGuard) {
      yield { kind: "notice", text: `the model made the same call ${repetition.times} times in a row; the turn ends` };
      return yield { kind: "end", finish: "repeated-call", clientCalls: [], usage };
    }
    if (hostCalls.length > 0 && rounds >= maxRounds) return yield* atLimit(profile, maxRounds, usage);
    for (const { id, name, argumentsText, executor } of calls)
      setup.tell?.({ kind: "call", id, tool: name, arguments: argumentsText, executor });
    yield { kind: "calls", calls };
    const results = yield* runCalls(setup, hostCalls, signal);
    if (signal.aborted) return yield { kind: "error", failure: "aborted", status: 499, message: "the request was cancelled" };
    if (clientCalls.length > 0) return yield { kind: "end", finish: "tool-calls", clientCalls, usage };
    messages = [...messages, assistantMessage(answer, calls), ...results.map((result) => told.message(result))];
    if (rounds + 1 >= maxRounds && !loop.closingAnswer) return yield* atLimit(profile, maxRounds, usage);
    yield { kind: "round", usage };
  }
}

/** A tool that has to be called and cannot be. */
function impossibleChoice({ names }: TurnSetup, { toolChoice }: TurnRequest, tools: readonly ModelTool[]): string | undefined {
  if (toolChoice === "required" && tools.length === 0) return "tool_choice is required, but there are no tools";
  if (typeof toolChoice !== "object") return undefined;
  const wire = names.wireName(toolChoice.name);
  return tools.some(({ name }) => name === wire)
    ? undefined
    : `tool_choice names ${toolChoice.name}, which is not a tool of the request`;
}

/** Without tools nothing is looked for in the text: markup is then what the model says. */
function askSetup(
  { backend, clock, profile, format }: TurnSetup,
  tools: readonly ModelTool[],
  { isQuoted }: ToldResults,
): AskSetup {
  const { times, model } = profile;
  return {
    backend,
    clock,
    modelMs: times.modelMs,
    format: tools.length === 0 ? undefined : format,
    tools,
    contentFilter: model.contentFilter,
    textAfterCall: model.textAfterCall,
    isQuoted,
  };
}

function modelRequest(
  { profile, links, jit, names, format }: TurnSetup,
  { model, options, members, toolChoice, stream }: TurnRequest,
  messages: readonly ModelMessage[],
  tools: readonly ModelTool[],
  rounds: number,
): ModelRequest {
  const asked = typeof toolChoice === "object" ? { name: names.wireName(toolChoice.name) } : toolChoice;
  const native = profile.model.strategy === "native";
  // A choice holds for the first answer: forced again and again the model could never finish.
  const choice = native && rounds === 0 && tools.length > 0 && asked !== undefined ? { toolChoice: asked } : {};
  return {
    model,
    messages: messagesFor(messages, { tools, jit, links, names, format }, profile),
    tools: native ? tools : [],
    ...choice,
    options: { ...profile.model.options, ...options },
    ...(members === undefined ? {} : { members }),
    stream: stream && profile.model.stream === "asAsked",
  };
}

/** The calls of an answer that are handled, each with an id and whoever runs it. */
function handledCalls(setup: TurnSetup, { toolChoice }: TurnRequest, answer: ModelAnswer): readonly TurnCall[] {
  const { loop } = setup.profile;
  const named = answer.calls.filter(({ name }) => name !== "");
  const forced = typeof toolChoice === "object" ? toolChoice.name : undefined;
  const wanted = forced === undefined ? named : named.filter(({ name }) => setup.names.meant(name) === forced);
  const calls = wanted.map((call) => turnCall(setup, call));
  if (loop.multiCall === "all") return calls;
  return calls.filter(({ executor }, at) => calls.findIndex((one) => one.executor === executor) === at);
}

function turnCall({ toolbox, profile, callIds }: TurnSetup, call: RawCall): TurnCall {
  const target = toolbox.target(call.name);
  const { kind, name } = target;
  const text = profile.policy.compactArguments ? compactArguments(call.arguments) : call.arguments;
  const read = readArguments(text, profile.tools);
  const clients = kind === "client" || (kind === "unknown" && !toolbox.hasServers);
  const { executor } = profile.loop;
  return {
    id: callIds(call.id),
    name,
    tool: target.kind === "server" ? target.route.tool.name : name,
    arguments: "value" in read ? read.value : undefined,
    argumentsText: text,
    executor: executor === "client" || (executor === "mixed" && clients) ? "client" : "host",
    meta: kind === "meta",
  };
}

function noticesOf({ calls }: ModelAnswer, handled: number, closing: boolean): readonly string[] {
  if (closing && calls.length > 0) return [`${calls.length} calls after the last round were not run`];
  const nameless = calls.filter(({ name }) => name === "").length;
  const dropped = calls.length - nameless - handled;
  return [
    ...(nameless > 0 ? [`${nameless} calls without a name were ignored`] : []),
    ...(dropped > 0 ? [`${dropped} further calls of the answer were not run`] : []),
  ];
}

/** Runs calls in the order of the profile and gives results as they come; the result is in the order of the calls. */
async function* runCalls(
  setup: TurnSetup,
  calls: readonly TurnCall[],
  signal: AbortSignal,
): AsyncGenerator<TurnEvent, readonly TurnResult[]> {
  const together = mayRunTogether(
    calls.map((call) => ({ ...call, readOnly: readsOnly(setup, call) })),
    setup.profile.loop.order,
  );
  const done = new Map<string, TurnResult>();
  for (const group of together ? [calls] : calls.map((call) => [call])) {
    if (signal.aborted) break;
    for await (const result of asCompleted(group.map((call) => runCall(setup, call, signal)))) {
      done.set(result.call.id, result);
      yield { kind: "result", result };
    }
  }
  return calls.map(({ id }) => done.get(id)).filter((result) => result !== undefined);
}

function readsOnly({ toolbox }: TurnSetup, call: TurnCall): boolean {
  const target = toolbox.target(call.name);
  return target.kind === "meta" || (target.kind === "server" && target.route.tool.hints.readOnly === true);
}

function assistantMessage({ text, reasoning }: ModelAnswer, calls: readonly TurnCall[]): ModelMessage {
  return {
    role: "assistant",
    content: text,
    ...(reasoning === "" ? {} : { reasoning }),
    toolCalls: calls.map(({ id, name, argumentsText, arguments: read }) => ({
      id,
      name,
      // History is what the model can be shown again: an object where there is one.
      arguments: read === undefined ? argumentsText : JSON.stringify(read),
    })),
  };
}

/** What happens when the rounds are used up. */
function* atLimit({ loop }: HostProfile, maxRounds: number, usage: ModelUsage): Iterable<TurnEvent> {
  const spent = `Maximum tool execution rounds (${maxRounds}) exceeded`;
  if (loop.onLimit === "error") return yield { kind: "error", failure: "max-rounds", status: 400, message: spent };
  if (loop.onLimit === "message")
    yield { kind: "content", text: `I have used all ${maxRounds} rounds of tool calls and stop here without a final answer.` };
  else yield { kind: "notice", text: spent };
  return yield { kind: "end", finish: loop.onLimit === "doneReason" ? "max-rounds" : "stop", clientCalls: [], usage };
}

/** Presence of calls decides, not the word the model's server has for it. */
function finishOf({ finish }: ModelAnswer): TurnFinish {
  return finish === "length" || finish === "content-filter" ? finish : "stop";
}

/** Text that begins like a call of the `name[ARGS]{…}` form and was not read as one. */
function looksLikeCall(text: string): boolean {
  return /^[^[\]{}\n]{1,50}\[ARGS\]\{/.test(text.trimStart());
}

const correction =
  "That looked like a tool call but could not be read. Call the tool again with its exact name and with arguments as one valid JSON object.";
