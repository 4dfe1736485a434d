import { type Colleague, colleagueOf } from "../../agent/delegation.ts";
import { hopHeader } from "../../agent/hops.ts";
import { publishedVersion } from "../../agent/wire/published-wire.ts";
import type { Clock } from "../../base/time/clock.ts";
import { asObject, isArray, type Json, type JsonObject, valueAt } from "../../jsonrpc/json.ts";

/** What another agent made of a task, or why it made nothing of it. */
export type Delegated = { readonly text: string } | { readonly error: string };

/** Another agent, found by its card. */
export type Worker = Colleague & {
  /** Gives it a task and waits for the end. `hops` is how many agents the request has passed then. Never rejects. */
  readonly ask: (task: string, hops: number, signal: AbortSignal) => Promise<Delegated>;
};

/** How long another agent may take for a task, and for its card, in ms. */
const taskMs = 300_000;
const cardMs = 10_000;

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
      const card = await exchange(clock, cardMs, new AbortController().signal, `${url}/.well-known/agent-card.json`, {});
      const colleague = "error" in card ? undefined : colleagueOf(card.value);
      if ("error" in card || colleague === undefined) {
        note(`${url} is no agent that can be asked: ${"error" in card ? card.error : "it has no card"}`);
        return [];
      }
      return [{ ...colleague, ask: asking(addressOf(card.value, url), clock) }];
    }),
  );
  return found.flat();
}

type Place = { readonly url: string; readonly published: boolean };

function addressOf(card: JsonObject, base: string): Place {
  const interfaces = isArray(card["supportedInterfaces"]) ? card["supportedInterfaces"].map(asObject) : [];
  const found = interfaces.find((one) => one["protocolBinding"] === "JSONRPC" && one["protocolVersion"] === publishedVersion);
  const url = found?.["url"] ?? card["url"];
  return { url: typeof url === "string" ? url : `${base}/a2a`, published: found !== undefined };
}

function asking({ url, published }: Place, clock: Clock): Worker["ask"] {
  return async (task, hops, signal) => {
    const message = published
      ? { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text: task }] }
      : { role: "user", parts: [{ type: "text", text: task }] };
    const body = { jsonrpc: "2.0", id: 1, method: published ? "SendMessage" : "message/send", params: { message } };
    const headers = {
      "content-type": "application/json",
      [hopHeader]: String(hops),
      ...(published ? { "a2a-version": publishedVersion } : {}),
    };
    const answer = await exchange(clock, taskMs, signal, url, { method: "POST", headers, body: JSON.stringify(body) });
    return "error" in answer ? answer : outcomeOf(answer.value);
  };
}

/** What an answer says: the texts of the task's artifacts, or of a message, or why there are none. */
function outcomeOf(answer: JsonObject): Delegated {
  const failure = valueAt(answer, "error", "message");
  if (failure !== undefined) return { error: typeof failure === "string" ? failure : "it refused the task" };
  const task = asObject(valueAt(answer, "result", "task"));
  const word = valueAt(task, "status", "state") ?? valueAt(task, "state");
  const state = typeof word === "string" ? word.toLowerCase() : "";
  if (/failed|cancell?ed|rejected/.test(state)) {
    const why = textsIn(valueAt(task, "status", "message", "parts")) || valueAt(task, "metadata", "error");
    return { error: typeof why === "string" && why !== "" ? why : `the task is ${state}` };
  }
  const artifacts = isArray(task["artifacts"]) ? task["artifacts"] : [];
  const texts = artifacts.map((one) => textsIn(asObject(one)["parts"])).filter((text) => text !== "");
  return { text: texts.length > 0 ? texts.join("\n") : textsIn(valueAt(answer, "result", "message", "parts")) };
}

function textsIn(parts: Json | undefined): string {
  if (!isArray(parts)) return "";
  return parts
    .map((part) => asObject(part)["text"])
    .filter((text) => typeof text === "string")
    .join("\n");
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
