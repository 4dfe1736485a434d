import { asObject, isObject, type Json, type JsonObject, valueAt } from "../../../jsonrpc/json.ts";
import { extensionIds } from "../../../spec/extensions.ts";
import type { ClientFault } from "./client-fault.ts";

/** What a client needs to see a task through. */
export type TaskCaller = {
  /** Sends a request, and gives its result. */
  readonly ask: (method: string, params: JsonObject) => Promise<Json>;
  readonly pause: (ms: number) => Promise<void>;
  /** What the client answers to requests for input, by their keys. */
  readonly respond: (requests: JsonObject) => JsonObject;
  /** Whether its caller has given the call up by now. */
  readonly isGivenUp: () => boolean;
  /** Cancels the request that the task came of. */
  readonly cancelRequest: () => Promise<void>;
  readonly hasFault: (fault: ClientFault) => boolean;
};

/** Between two polls where the server names no interval, in ms. */
const usualPause = 500;

/** So often a client that should not poll on does so all the same. */
const strayPolls = 5;

/** Whether the server of an opening lets tools be called as tasks (2025-11-25), and a tool demands it. */
export function mustBeTask(opening: Json, tool: JsonObject | undefined): boolean {
  const offered = isObject(valueAt(opening, "capabilities", "tasks", "requests", "tools", "call"));
  return offered && valueAt(tool, "execution", "taskSupport") === "required";
}

/** The capability of a client that takes tasks by the extension. */
export const takesTasks: JsonObject = { extensions: { [extensionIds.tasks]: {} } };

/** The result of a call: what came of its task, where it was answered by one. */
export async function seeThrough(result: Json, caller: TaskCaller): Promise<Json> {
  const task = valueAt(result, "task");
  if (isObject(task)) return await seeCoreTask(task, caller);
  return valueAt(result, "resultType") === "task" ? await seeHandle(asObject(result), caller) : result;
}

const intervalOf = (state: JsonObject, name: string): number => (typeof state[name] === "number" ? state[name] : usualPause);

const idOf = ({ taskId }: JsonObject): JsonObject => ({ taskId: taskId ?? null });

/** Waits for the next poll, unless the caller has given the call up. */
async function waitFor(task: JsonObject, interval: number, caller: TaskCaller): Promise<void> {
  await caller.pause(caller.hasFault("polls-without-pause") ? 1 : interval);
  if (!caller.isGivenUp()) return;
  if (caller.hasFault("cancels-task-by-notification")) await caller.cancelRequest();
  else await caller.ask("tasks/cancel", idOf(task));
  throw new Error("the caller gave the call up");
}

/** Throws for a client that leaves a task waiting for input, after some more polls. */
function leaves(state: JsonObject, asked: number, { hasFault }: TaskCaller): boolean {
  if (!hasFault("never-fetches-input") || state["status"] !== "input_required") return false;
  if (asked > strayPolls) throw new Error("the task goes on and on");
  return true;
}

/** Throws for a client that asks no more. */
function stopsHere(polls: number, { hasFault }: TaskCaller): void {
  if (polls === 0 && hasFault("waits-for-status")) throw new Error("nothing was told of the task");
  if (polls === 1 && hasFault("polls-once")) throw new Error("the task is not done");
}

/** Polls a task of 2025-11-25 until it is over or wants input, and fetches what comes of it. */
async function seeCoreTask(task: JsonObject, caller: TaskCaller): Promise<Json> {
  let state = task;
  let waited = 0;
  for (let polls = 0; ; polls += 1) {
    if (state["status"] === "input_required") waited += 1;
    if (state["status"] !== "working" && !leaves(state, waited, caller)) return await caller.ask("tasks/result", idOf(task));
    stopsHere(polls, caller);
    await waitFor(task, intervalOf(state, "pollInterval"), caller);
    state = asObject(await caller.ask("tasks/get", idOf(task)));
  }
}

/** Polls a task of the extension until it is over, and answers what it asks meanwhile, each thing once. */
async function seeHandle(task: JsonObject, caller: TaskCaller): Promise<Json> {
  let state = task;
  let waited = 0;
  const answered = new Set<string>();
  for (let polls = 0; ; polls += 1) {
    const { status, result, error, inputRequests } = state;
    if (status === "completed") return result ?? null;
    if (status === "failed" || status === "cancelled")
      throw new Error(`the task is ${status}: ${JSON.stringify(valueAt(error, "message") ?? null)}`);
    if (status === "input_required") waited += 1;
    if (status === "input_required" && !leaves(state, waited, caller))
      await answer(task, asObject(inputRequests), answered, caller);
    stopsHere(polls, caller);
    await waitFor(task, intervalOf(state, "pollIntervalMs"), caller);
    state = asObject(await caller.ask("tasks/get", idOf(task)));
  }
}

async function answer(task: JsonObject, requests: JsonObject, answered: Set<string>, caller: TaskCaller): Promise<void> {
  const open = Object.fromEntries(Object.entries(requests).filter(([key]) => !answered.has(key)));
  if (Object.keys(open).length === 0) return;
  const inputResponses = caller.respond(open);
  await caller.ask("tasks/update", { ...idOf(task), inputResponses });
  if (caller.hasFault("answers-input-twice")) await caller.ask("tasks/update", { ...idOf(task), inputResponses });
  for (const key of Object.keys(open)) answered.add(key);
}
