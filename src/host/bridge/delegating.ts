import { colleagueFor, delegatedText, delegationIn, delegationText } from "../../agent/delegation.ts";
import { mostHops } from "../../agent/hops.ts";
import type { ModelMessage } from "../../model/model-message.ts";
import type { TurnEvent } from "../loop/turn-event.ts";
import type { Host } from "../surface/host.ts";
import type { ChatRequest } from "../surface/host-request.ts";
import type { Worker } from "./colleagues.ts";

/** Most tasks that are handed over for one task of one's own. */
const mostDelegations = 10;

/** What a chat that hands work over needs. `hops` is how many agents its own task has passed. */
export type DelegatingSetup = { readonly host: Host; readonly workers: readonly Worker[]; readonly hops: number };

/**
 * A chat whose model can hand work to other agents: between two answers of the model, never inside one, what came of it is put into the
 * conversation. Answers that hand work over are no part of what is said in the end.
 */
export function delegatingChat(
  { host, workers, hops }: DelegatingSetup,
  request: ChatRequest,
  signal: AbortSignal,
): ReturnType<Host["chat"]> {
  const introduced = {
    ...request,
    messages: [{ role: "system" as const, content: delegationText(workers) }, ...request.messages],
  };
  const first = host.chat(introduced, { ask: undefined }, signal);
  return "refusal" in first ? first : { events: play(first.events, introduced.messages) };

  async function* play(events: AsyncIterable<TurnEvent>, before: readonly ModelMessage[]): AsyncIterable<TurnEvent> {
    let messages = before;
    let answer = events;
    for (let handed = 0; ; handed += 1) {
      let text = "";
      let end: TurnEvent | undefined;
      for await (const event of answer) {
        if (event.kind === "content") text += event.text;
        else if (event.kind === "end" || event.kind === "error") end = event;
        else yield event;
      }
      const told = end?.kind === "end" && handed < mostDelegations ? await handOver(text) : undefined;
      if (told === undefined) {
        if (text !== "") yield { kind: "content", text };
        if (end !== undefined) yield end;
        return;
      }
      messages = [...messages, { role: "assistant", content: text }, { role: "user", content: told }];
      const next = host.chat({ ...request, messages }, { ask: undefined }, signal);
      if ("refusal" in next) return yield { kind: "error", failure: "request", ...next.refusal };
      answer = next.events;
    }
  }

  /** What came of the work that an answer hands over; undefined where it hands over none. */
  async function handOver(text: string): Promise<string | undefined> {
    const delegation = delegationIn(text);
    if (delegation === undefined) return undefined;
    if ("error" in delegation) return delegatedText("delegate", delegation);
    const worker = colleagueFor(workers, delegation);
    const named = delegation.agent ?? delegation.skill ?? "";
    if (worker === undefined) {
      const known = workers.map(({ name }) => name).join(", ");
      return delegatedText(named, { error: `there is no such agent; there are ${known}` });
    }
    if (hops + 1 >= mostHops)
      return delegatedText(worker.name, { error: `the request has passed ${hops + 1} agents, and goes no further` });
    return delegatedText(worker.name, await worker.ask(delegation.task, hops + 1, signal));
  }
}
