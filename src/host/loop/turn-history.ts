import type { ModelMessage } from "../../model/model-message.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import { resultMessage } from "./result-text.ts";
import type { TurnCall, TurnEvent, TurnResult } from "./turn-event.ts";

/** Collects what a turn adds to a conversation that goes on in the same process. */
export type TurnHistory = {
  readonly take: (event: TurnEvent) => void;
  /** The messages so far; whole once the turn has ended. */
  readonly messages: () => readonly ModelMessage[];
};

/** The history of one turn: answers with their calls, the results in the order of the calls, the final answer. */
export function createTurnHistory(profile: HostProfile): TurnHistory {
  const messages: ModelMessage[] = [];
  let text = "";
  let calls: readonly TurnCall[] = [];
  const results = new Map<string, TurnResult>();

  function closeRound(): void {
    if (calls.length > 0)
      messages.push({
        role: "assistant",
        content: text,
        toolCalls: calls.map(({ id, name, argumentsText }) => ({ id, name, arguments: argumentsText })),
      });
    else if (text !== "") messages.push({ role: "assistant", content: text });
    for (const { id } of calls) {
      const result = results.get(id);
      if (result !== undefined) messages.push(resultMessage(result, result.call.name, profile));
    }
    text = "";
    calls = [];
    results.clear();
  }

  return {
    take(event) {
      if (event.kind === "content") text += event.text;
      else if (event.kind === "calls") calls = event.calls.filter(({ executor }) => executor === "host");
      else if (event.kind === "result") results.set(event.result.call.id, event.result);
      else if (event.kind === "round" || event.kind === "end") closeRound();
    },
    messages: () => messages,
  };
}
