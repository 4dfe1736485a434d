import {
  type Arrived,
  arrivedText,
  begunText,
  colleagueFor,
  delegatedText,
  delegationIn,
  delegationText,
} from "../../agent/delegation.ts";
import { mostHops } from "../../agent/hops.ts";
import type { ModelMessage } from "../../model/model-message.ts";
import type { TurnEvent } from "../loop/turn-event.ts";
import type { Host, Person } from "../surface/host.ts";
import type { ChatRequest } from "../surface/host-request.ts";
import type { AwaitedResults } from "./awaited-results.ts";
import type { Worker } from "./colleagues.ts";
import type { Inbox, Session } from "./inbox.ts";

/** Most answers beyond the first in one turn: for work that is handed over, and for results that come in. */
const mostFurther = 10;

/** What a chat that hands work over needs. `hops` is how many agents its own task has passed. */
export type DelegatingSetup = {
  readonly host: Host;
  readonly workers: readonly Worker[];
  readonly hops: number;
  /** Who may be asked for approval. */
  readonly person: Person;
  /** Where results may come to later; without one every result is waited for. */
  readonly session: Session | undefined;
  readonly inbox: Inbox;
  readonly awaited: AwaitedResults;
};

/**
 * A chat whose model can hand work to other agents: between two answers of the model, never inside one, what came of it is put into the
 * conversation. Answers that hand work over are no part of what is said in the end. Results of work that was not waited for are put in as
 * one system message, before the first answer or after any, and another answer follows.
 */
export function delegatingChat(
  { host, workers, hops, person, session, inbox, awaited }: DelegatingSetup,
  request: ChatRequest,
  signal: AbortSignal,
): ReturnType<Host["chat"]> {
  const hasWorkers = workers.length > 0;
  const introduction: readonly ModelMessage[] = hasWorkers
    ? [{ role: "system", content: delegationText(workers, session !== undefined) }]
    : [];
  const drain = (): readonly Arrived[] => (session === undefined ? [] : inbox.drain(session.id));
  const chat = (messages: readonly ModelMessage[]): ReturnType<Host["chat"]> =>
    host.chat({ ...request, messages: [...introduction, ...messages] }, person, signal);
  const early = drain();
  const begin = withArrived(request.messages, early);
  const first = chat(begin);
  if (!("refusal" in first)) return { events: play(first.events, begin) };
  if (session !== undefined) for (const one of early) inbox.put(session.id, one);
  return first;

  async function* play(events: AsyncIterable<TurnEvent>, before: readonly ModelMessage[]): AsyncIterable<TurnEvent> {
    let messages = before;
    let answer = events;
    let hasSpoken = false;
    let isApart = false;
    let last: ChatRequest | undefined;
    // Two answers of one turn are two paragraphs.
    const spoken = (text: string): TurnEvent => {
      const apart = isApart ? "\n\n" : "";
      [hasSpoken, isApart] = [true, false];
      return { kind: "content", text: `${apart}${text}` };
    };
    if (session !== undefined) inbox.enter(session);
    try {
      if (early.length > 0) yield injected(early);
      for (let further = 0; ; further += 1) {
        let text = "";
        let end: TurnEvent | undefined;
        for await (const event of answer) {
          if (event.kind === "content") {
            text += event.text;
            if (!hasWorkers) yield spoken(event.text);
          } else if (event.kind === "end" || event.kind === "error") end = event;
          else yield event;
        }
        const goesOn = end?.kind === "end" && end.clientCalls.length === 0 && further < mostFurther;
        const told = goesOn ? await handOver(text) : undefined;
        if (hasWorkers && told === undefined && text !== "") yield spoken(text);
        isApart = hasSpoken;
        messages = text === "" ? messages : [...messages, { role: "assistant", content: text }];
        if (told !== undefined) messages = [...messages, { role: "user", content: told }];
        const arrived = goesOn ? drain() : [];
        if (told === undefined && arrived.length === 0) {
          if (end?.kind === "end") last = { ...request, messages };
          if (end !== undefined) yield end;
          return;
        }
        if (arrived.length > 0) yield injected(arrived);
        messages = arrived.length > 0 ? [...messages, systemMessage(arrived)] : messages;
        const next = chat(messages);
        if ("refusal" in next) return yield { kind: "error", failure: "request", ...next.refusal };
        answer = next.events;
      }
    } finally {
      if (session !== undefined) inbox.leave(session, last);
    }
  }

  /** What came of the work that an answer hands over; undefined where it hands over none. */
  async function handOver(text: string): Promise<string | undefined> {
    const delegation = hasWorkers ? delegationIn(text) : undefined;
    if (delegation === undefined) return undefined;
    if ("error" in delegation) return delegatedText("delegate", delegation);
    const { task, background } = delegation;
    const worker = colleagueFor(workers, delegation);
    const named = delegation.agent ?? delegation.skill ?? "";
    if (worker === undefined) {
      const known = workers.map(({ name }) => name).join(", ");
      return delegatedText(named, { error: `there is no such agent; there are ${known}` });
    }
    if (hops + 1 >= mostHops)
      return delegatedText(worker.name, { error: `the request has passed ${hops + 1} agents, and goes no further` });
    if (!background || session === undefined) return delegatedText(worker.name, await worker.ask(task, hops + 1, signal));
    const begun = await awaited.begin(worker, { task, hops: hops + 1, session: session.id }, signal);
    return "taskId" in begun ? begunText(worker.name, begun.taskId) : delegatedText(worker.name, begun);
  }
}

function injected(arrived: readonly Arrived[]): TurnEvent {
  return { kind: "injected", count: arrived.length, agents: [...new Set(arrived.map(({ agent }) => agent))] };
}

function systemMessage(arrived: readonly Arrived[]): ModelMessage {
  return { role: "system", content: arrivedText(arrived) };
}

/** Results stand before what the user says next, or after all where he says nothing. */
function withArrived(messages: readonly ModelMessage[], arrived: readonly Arrived[]): readonly ModelMessage[] {
  if (arrived.length === 0) return messages;
  const asks = messages.at(-1)?.role === "user";
  const said = asks ? messages.slice(0, -1) : messages;
  return [...said, systemMessage(arrived), ...messages.slice(said.length)];
}
