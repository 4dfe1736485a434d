import { type Colleague, colleagueOf } from "../../agent/delegation.ts";
import { hopHeader } from "../../agent/hops.ts";
import { type Delegated, outcomeOf, taskTold, type ToldTask } from "../../agent/outcome-of.ts";
import { publishedVersion } from "../../agent/wire/published-wire.ts";
import type { Clock } from "../../base/time/clock.ts";
import { asObject, isArray, type Json, type JsonObject, valueAt } from "../../jsonrpc/json.ts";

/** Work whose result is not waited for. `token` goes with notifications of it, for agents that tell each task's own address. */
export type Background = {
  readonly task: string;
  readonly hops: number;
  /** The id it is to have, where the agent takes ids. */
  readonly newId: string;
  readonly push: { readonly url: string; readonly token: string } | undefined;
};

/** A signed webhook at another agent. */
export type Subscription = { readonly id: string; readonly secret: string };

/** Another agent, found by its card. Nothing of it ever rejects. */
export type Worker = Colleague & {
  /** How it tells of ends: each task to an address of its own, or all of them by a signed webhook. */
  readonly tells: "task" | "subscription";
  /** Gives it a task and waits for the end. `hops` is how many agents the request has passed then. */
  readonly ask: (task: string, hops: number, signal: AbortSignal) => Promise<Delegated>;
  /** Gives it a task and waits for no end. */
  readonly begin: (work: Background, signal: AbortSignal) => Promise<ToldTask | { readonly error: string }>;
  /** Looks how a task stands. */
  readonly look: (taskId: string, signal: AbortSignal) => Promise<ToldTask | { readonly error: string }>;
  readonly subscribe: (url: string, signal: AbortSignal) => Promise<Subscription | { readonly error: string }>;
};

/** How long another agent may take for a task, and for anything else, in ms. */
const taskMs = 300_000;
const answerMs = 10_000;

/**
 * The agents at addresses that the operator named, by their cards, which are read once; of those that cannot be read it is told why.
 * Which form of the wire an agent speaks is seen from its card.
 */
export async function findWorkers(
  urls: readonly string[],
  clock: Clock,
  note: (text: string) => void,
): Promise<readonly Worker[]> {
  const found = await Promise.all(
    urls.map(async (url) => {
      const card = await exchange(clock, answerMs, new AbortController().signal, `${url}/.well-known/agent-card.json`, {});
      const colleague = "error" in card ? undefined : colleagueOf(card.value);
      if ("error" in card || colleague === undefined) {
        note(`${url} is no agent that can be asked: ${"error" in card ? card.error : "it has no card"}`);
        return [];
      }
      return [{ ...colleague, ...speakingTo(addressOf(card.value, url), clock) }];
    }),
  );
  return found.flat();
}

type Place = { readonly base: string; readonly url: string; readonly published: boolean };

function addressOf(card: JsonObject, base: string): Place {
  const interfaces = isArray(card["supportedInterfaces"]) ? card["supportedInterfaces"].map(asObject) : [];
  const found = interfaces.find((one) => one["protocolBinding"] === "JSONRPC" && one["protocolVersion"] === publishedVersion);
  const url = found?.["url"] ?? card["url"];
  return { base, url: typeof url === "string" ? url : `${base}/a2a`, published: found !== undefined };
}

function speakingTo({ base, url, published }: Place, clock: Clock): Omit<Worker, keyof Colleague> {
  const call = (method: string, params: object, ms: number, signal: AbortSignal, hops = 0): ReturnType<typeof exchange> => {
    const headers = { [hopHeader]: String(hops), ...(published ? { "a2a-version": publishedVersion } : {}) };
    return exchange(clock, ms, signal, url, posted({ jsonrpc: "2.0", id: 1, method, params }, headers));
  };
  const send = published ? "SendMessage" : "message/send";
  const message = (text: string): object =>
    published
      ? { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text }] }
      : { role: "user", parts: [{ type: "text", text }] };
  return {
    tells: published ? "task" : "subscription",
    async ask(task, hops, signal) {
      const answer = await call(send, { message: message(task) }, taskMs, signal, hops);
      return "error" in answer ? answer : outcomeOf(answer.value);
    },
    async begin({ task, hops, newId, push }, signal) {
      const told = push === undefined ? {} : { taskPushNotificationConfig: push };
      const how = published ? { configuration: { returnImmediately: true, ...told } } : { task_id: newId, async: true };
      return toldIn(await call(send, { message: message(task), ...how }, taskMs, signal, hops), "task");
    },
    async look(taskId, signal) {
      return published
        ? toldIn(await call("GetTask", { id: taskId }, answerMs, signal))
        : toldIn(await call("tasks/get", { task_id: taskId }, answerMs, signal));
    },
    async subscribe(hook, signal) {
      const answer = await exchange(clock, answerMs, signal, `${base}/notifications/register`, posted({ url: hook }, {}));
      if ("error" in answer) return answer;
      const { subscription_id: id, secret } = answer.value;
      return typeof id === "string" && typeof secret === "string" ? { id, secret } : { error: "it gave no subscription" };
    },
  };
}

/** The task in the answer to a request. */
function toldIn(answer: Awaited<ReturnType<typeof exchange>>, ...path: readonly string[]): ToldTask | { readonly error: string } {
  if ("error" in answer) return answer;
  const failure = valueAt(answer.value, "error", "message");
  if (failure !== undefined) return { error: typeof failure === "string" ? failure : "it refused the task" };
  const told = taskTold(asObject(valueAt(answer.value, "result", ...path)));
  // An agent may answer with a message instead of a task (A2A 1.0, section 3.1.1): that is the end of it.
  return told.id === undefined && told.outcome === undefined ? { ...told, outcome: outcomeOf(answer.value) } : told;
}

function posted(body: object, headers: Readonly<Record<string, string>>): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

async function exchange(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
  url: string,
  init: RequestInit,
): Promise<{ readonly value: JsonObject } | { readonly error: string }> {
  const late = new AbortController();
  const stop = clock.setTimeout(ms, () => late.abort(new Error(`no answer within ${ms / 1000} seconds`)));
  try {
    const response = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.any([signal, late.signal]) });
    return { value: asObject((await response.json()) as Json) };
  } catch (cause) {
    return { error: `it could not be asked: ${cause instanceof Error ? cause.message : String(cause)}` };
  } finally {
    stop();
  }
}
