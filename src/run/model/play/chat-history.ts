import type { AnsweredCall } from "../../../check/model/read-answer.ts";
import type { ModelMessage } from "../../../model/model-message.ts";
import type { PlannedScenario, PlannedTurn } from "../plan.ts";

/** What the user says: the marker of the first turn. */
export const firstMessage = ({ turns }: PlannedScenario): ModelMessage => ({
  role: "user",
  content: `Please go on: ${turns[0]?.marker ?? ""}`,
});

/**
 * The history with the turn and its results. It holds the calls as they are meant, whatever the server made of them, so that the
 * next turn is asked for in the same way; ids are the server's, where it gave as many.
 */
export function goOn(
  messages: readonly ModelMessage[],
  turn: PlannedTurn,
  answered: readonly AnsweredCall[],
  next: PlannedTurn | undefined,
  index: number,
): readonly ModelMessage[] {
  if (next === undefined) return messages;
  const calls = turn.means.calls.map((call, at) => ({
    ...call,
    id: (answered.length === turn.means.calls.length ? answered[at]?.id : undefined) ?? ownId(index, at),
  }));
  return [
    ...messages,
    { role: "assistant", content: turn.means.content, toolCalls: calls },
    ...calls.map(({ id, name }, at): ModelMessage => ({
      role: "tool",
      content: at === calls.length - 1 ? `${turn.results[at] ?? ""} ${next.marker}` : (turn.results[at] ?? ""),
      toolCallId: id,
      name,
    })),
  ];
}

/** Nine letters and digits, as some chat templates want them. */
const ownId = (turn: number, at: number): string => `call${String(turn).padStart(2, "0")}${String(at).padStart(3, "0")}`;
