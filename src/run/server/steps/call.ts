import { pauseUnless } from "../../../base/time/clock-waits.ts";
import { asObject, valueAt, type Json, type JsonObject } from "../../../jsonrpc/json.ts";
import { inputResponses } from "../../../session/input-responses.ts";
import { oddContent } from "../../../session/odd-content.ts";
import type { Answer, Pending } from "../../../session/client-session.ts";
import { toolCalls } from "../../../trace/facts/tool-call.ts";
import type { CallStep } from "../../../suite/scenario.ts";
import type { Connection } from "../connection.ts";
import { toolsForRole } from "../roles/tools-for-role.ts";
import { beginInBackground, leaveInBackground, listedItems, type SessionState } from "../session-state.ts";
import { mirroredCall } from "../mirrored-call.ts";
import { followHandle } from "./follow-handle.ts";
import { followTask } from "./follow-task.ts";
import { argumentsWith, isReadOnly, pathArguments, requiredOf, toolArguments } from "../tool-choice.ts";
import { noSuchName } from "./lists.ts";
import { openCalls, orAfter, toolsAtWork } from "./open-calls.ts";

/** The most tools one step calls, and the most rounds of input requests one call may take. */
const maxTools = 24;
const maxRounds = 5;

/** How often a task is made anew that had ended before it could be cancelled. */
const mostTooLate = 2;

/** How often tools are called again that refuse, where a server may not yet have dealt with what it asked of the client. */
const mostRefusals = 4;

/** So long a call holds up the next one of a step that calls them apart, in ms; on a machine that is slow so many times what asks for nothing takes. */
const apartMs = 100;
const apartFactor = 4;

const apartOf = ({ pace }: SessionState["run"]): number =>
  Math.max(pace.stretch() * apartMs, apartFactor * pace.slowestPlainMs());

/** A tool with the arguments it gets, and headers beside those of the step. */
type Chosen = {
  readonly tool: JsonObject;
  readonly given: JsonObject;
  readonly headers?: Readonly<Record<string, string | null>>;
  /** How long it took before, where that is known. */
  readonly ms?: number;
};

/** Calls the tools a step is about: all at once, as hosts do, or one after another. */
export async function call(state: SessionState, connection: Connection, step: CallStep, refusals = 0): Promise<void> {
  const atWork = toolsAtWork(state);
  const isSlow = ({ tool }: Chosen): boolean => atWork.has(tool["name"]);
  const all = await choose(state, step);
  const quick = all.filter((one) => !isSlow(one));
  const chosen =
    step.apart === true
      ? [...quick, ...all.filter(isSlow)]
      : step.texts !== undefined || (step.leavesOpen === true && step.call === "each-read-only")
        ? quick
        : all;
  const [first] = chosen;
  if (step.background === true) {
    leaveInBackground(state, undefined);
    // It is to be open still when it is cancelled or waited for, however little patience the session has by now.
    const { timeoutMs } = state.run;
    if (first !== undefined) beginInBackground(state, () => begin(connection, step, first, paramsOf(first, step), timeoutMs));
    const took = first?.ms;
    state.due = took === undefined ? undefined : { at: state.run.clock.now() + 1.3 * took + 100, took };
    return;
  }
  connection.answerAs(step.answers);
  const talks = openCalls(state, step.leavesOpen === true, step.meta?.["progressToken"] !== undefined);
  const running: Promise<void>[] = [];
  const outcomes = new Set<CallOutcome>();
  for (const [place, one] of chosen.entries()) {
    const meta = metaOf(step, place);
    const latest = talks.during(one.tool["name"], async (onBegin) => {
      const outcome = await converse(state, connection, meta === undefined ? step : { ...step, meta }, one, onBegin);
      outcomes.add(outcome);
      return outcome !== "none";
    });
    running.push(latest);
    if (step.apart === true && !isSlow(one)) await orAfter(state, latest, apartOf(state.run));
  }
  if (step.leavesOpen === true) state.learning.ask();
  await talks.quiet(Promise.all(running));
  const isAnswered = outcomes.has("refused") || outcomes.has("given");
  if (!isAnswered && isMisfit(step) && first !== undefined && !isSlow(first)) await callAlone(state, connection, step, first);
  connection.answerAs(undefined);
  const isRefused = outcomes.has("refused") && !outcomes.has("given");
  if (step.againWhileRefused !== true || !isRefused || refusals === mostRefusals || state.run.stop.aborted) return;
  await pauseUnless(state.run.clock, apartOf(state.run), state.run.stop);
  await call(state, connection, step, refusals + 1);
}

/**
 * Says of a tool whether it succeeded, however late, and demands no arguments: what fails or hangs in any case shows nothing when it is
 * called otherwise.
 */
function servedTools({ run }: SessionState): (tool: JsonObject) => boolean {
  const served = new Set(toolCalls(run.recorder.trace()).flatMap(({ name, outcome }) => (outcome === "success" ? [name] : [])));
  // The trace has names as far as they are no secrets.
  return (tool) => {
    const { name } = tool;
    return typeof name === "string" && served.has(run.recorder.hide(name)) && requiredOf(tool).length === 0;
  };
}

async function choose(state: SessionState, step: CallStep): Promise<Chosen[]> {
  const choice = step.arguments ?? "valid";
  if (step.call === "unknown") return [{ tool: { name: noSuchName }, given: typeof choice === "object" ? choice : {} }];
  const tools = await listedItems(state, "tools");
  if (typeof step.call === "object") {
    const filled = await toolsForRole(state, step.call.role);
    return filled.flatMap(({ tool: name, arguments: said, ms }): Chosen[] => {
      const tool = tools.find((one) => one["name"] === name);
      if (step.task !== undefined && tool !== undefined && taskRank(tool) > 0) return [];
      const given = tool === undefined ? undefined : (said ?? toolArguments(tool, choice));
      return tool === undefined || given === undefined ? [] : [{ tool, given, ...(ms === undefined ? {} : { ms }) }];
    });
  }
  const callable = tools.filter((tool) => isReadOnly(tool) || state.run.allowWrites);
  const isServed = step.call === "each-served" ? servedTools(state) : (): boolean => true;
  const meant = callable.filter((tool) => mayBeMeant(step, tool) && isServed(tool));
  const fitting = choice === "missing" ? meant.filter((tool) => requiredOf(tool).length > 0) : meant;
  const ordered = step.task === undefined ? fitting : fitting.toSorted((one, other) => taskRank(one) - taskRank(other));
  const { texts, path } = step;
  if (path !== undefined) {
    const file = state.run.boundary?.[path] ?? "";
    return ordered.flatMap((tool) => (pathArguments(tool, file) ?? []).map((given) => ({ tool, given }))).slice(0, maxTools);
  }
  if (texts !== undefined)
    return ordered.flatMap((tool) => (argumentsWith(tool, texts) ?? []).map((given) => ({ tool, given }))).slice(0, maxTools);
  const chosen: Chosen[] = [];
  for (const tool of ordered) {
    if (chosen.length === (step.call === "one-read-only" ? 1 : maxTools)) break;
    const mirrored = step.mirrored === undefined ? undefined : mirroredCall(tool, step.mirrored);
    const given = step.mirrored === undefined ? toolArguments(tool, choice) : mirrored?.given;
    if (given !== undefined) chosen.push({ tool, given, ...mirrored });
  }
  return chosen;
}

/** The `_meta` of the call at a place among several: a progress token must not be that of another request that is open. */
function metaOf({ meta }: CallStep, place: number): JsonObject | undefined {
  const token = meta?.["progressToken"];
  if (place === 0 || (typeof token !== "number" && typeof token !== "string")) return meta;
  return { ...meta, progressToken: typeof token === "number" ? token + place : `${token}-${place + 1}` };
}

/** Whether a step asks for a task, and does not merely want the same tool without one. */
const isAsTask = ({ task }: CallStep): boolean => task !== undefined && task !== "without";

/** Whether a step may be about a tool: one is about those that do not run as tasks, and what is to fail as a task has to run as one. */
function mayBeMeant(step: CallStep, tool: JsonObject): boolean {
  if (step.task === "forbidden") return taskRank(tool) > 0;
  return !(step.task === "follow" && isMisfit(step)) || taskRank(tool) === 0;
}

/** Tools that can run as tasks come first where one is wanted. */
function taskRank(tool: JsonObject): number {
  const support = valueAt(tool, "execution", "taskSupport");
  return support === "optional" || support === "required" ? 0 : 1;
}

/** What became of a call: no answer, an error of either kind, or a result. */
type CallOutcome = "none" | "refused" | "given";

function outcomeOf(answer: Answer): CallOutcome {
  if (answer.kind === "none") return "none";
  return answer.kind === "result" && valueAt(answer.frame.result, "isError") !== true ? "given" : "refused";
}

/** One call with the rounds of input the server asks for (basic/patterns/mrtr). */
async function converse(
  state: SessionState,
  connection: Connection,
  step: CallStep,
  chosen: Chosen,
  onBegin: (pending: Pending) => void,
): Promise<CallOutcome> {
  const client = { capabilities: connection.capabilities, roots: connection.roots() };
  let params = paramsOf(chosen, step);
  for (let round = 0; round < maxRounds; round += 1) {
    const headers = { ...step.headers, ...(round === 0 ? {} : step.laterHeaders) };
    const pending = begin(connection, { ...step, headers }, chosen, params);
    onBegin(pending);
    const answer = await pending.answer;
    if (answer.kind === "result" && isAsTask(step)) {
      const { tooLate, cancelled } = await followTask(connection, step, answer.frame.result);
      if (cancelled !== undefined) state.cancelledTasks.push(cancelled);
      if (tooLate && round < mostTooLate) continue;
    }
    if (answer.kind === "result" && step.handles !== undefined)
      await followHandle(state, connection, step.handles, answer.frame.result);
    const more = answer.kind === "result" ? inputResponses(answer.frame.result, client) : undefined;
    if (more === undefined || step.inputs === "never") return outcomeOf(answer);
    if (round > 0 && step.inputs !== undefined && step.inputs !== "answer") return "given";
    const again = step.inputs === "moved" ? await anotherAsking(state, chosen) : chosen;
    if (again === undefined) return "given";
    params = { ...paramsOf(again, step), ...changedInputs(more, step.inputs) };
  }
  return "given";
}

/** What is seen of arguments that do not fit must not hang on how busy the machine is while many such calls are on their way. */
const isMisfit = (step: CallStep): boolean => step.arguments === "missing" || step.arguments === "mistyped";

/** Calls one tool again when none of a step was answered in time: alone, and with all the time of an exchange. */
async function callAlone(state: SessionState, connection: Connection, step: CallStep, chosen: Chosen): Promise<void> {
  const { answer } = begin(connection, step, chosen, paramsOf(chosen, step), state.run.timeoutMs);
  if ((await answer).kind === "none") state.slowTools.add(chosen.tool["name"]);
}

function paramsOf({ tool, given }: Chosen, step: CallStep): JsonObject {
  return {
    name: tool["name"],
    ...(step.arguments === "none" ? {} : { arguments: given }),
    ...(isAsTask(step) ? { task: { ttl: 60_000 } } : {}),
  };
}

/** What a retry carries when it is to differ from what a good client sends. */
function changedInputs(more: JsonObject, choice: CallStep["inputs"]): JsonObject {
  if (choice === "none") return { ...more, inputResponses: {} };
  // Where no state was given there is none to change, and one of our own making says nothing of the server.
  if (choice === "tampered" && more["requestState"] !== undefined)
    return { ...more, requestState: `${JSON.stringify(more["requestState"])}-changed` };
  if (choice === "extra")
    return { ...more, inputResponses: { ...asObject(more["inputResponses"]), mcpcheck_unexpected: { action: "cancel" } } };
  if (choice === "malformed") return { ...more, inputResponses: mapValues(more["inputResponses"], malformed) };
  if (choice !== "decline") return more;
  const decline = (response: Json): Json => (valueAt(response, "action") === undefined ? response : { action: "decline" });
  return { ...more, inputResponses: mapValues(more["inputResponses"], decline) };
}

function mapValues(value: Json | undefined, change: (member: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(asObject(value)).map(([key, member]) => [key, change(member ?? null)]));
}

function malformed(response: Json): Json {
  const content = valueAt(response, "content");
  return content === undefined ? response : { ...asObject(response), content: oddContent(content) };
}

/** Another tool that asks and keeps a state. */
async function anotherAsking(state: SessionState, { tool: first }: Chosen): Promise<Chosen | undefined> {
  const tools = await listedItems(state, "tools");
  const filled = await toolsForRole(state, "keeps-state");
  return filled.flatMap(({ tool: name, arguments: given }): Chosen[] => {
    const tool = tools.find((one) => one["name"] === name);
    return tool === undefined || name === first["name"] ? [] : [{ tool, given: given ?? {} }];
  })[0];
}

function begin(
  { session }: Connection,
  step: CallStep,
  { tool, headers }: Chosen,
  params: JsonObject,
  timeoutMs?: number,
): Pending {
  const inputSchema = tool["inputSchema"];
  return session.begin("tools/call", params, {
    ...(inputSchema === undefined ? {} : { inputSchema }),
    ...(step.meta === undefined ? {} : { meta: step.meta }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    headers: { ...headers, ...step.headers },
  });
}
