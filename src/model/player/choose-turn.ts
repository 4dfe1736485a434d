import type { ModelScript, Scenario } from "../script/model-script.ts";
import type { Turn } from "../script/turn.ts";
import { conditionHolds, holdsMarker } from "./condition-holds.ts";
import type { Conversation } from "./conversation.ts";

/** A turn of a script, and where it comes from. `scenario` is absent when none applies. */
export type ChosenTurn = { readonly turn: Turn; readonly scenario?: string; readonly round: number };

/** The turn a script has for a conversation. When no scenario applies the model says so, visibly. */
export function chooseTurn(script: ModelScript, conversation: Conversation): ChosenTurn {
  for (const scenario of script.scenarios) {
    const round = scenario.rounds === "all" ? conversation.rounds.all : conversation.rounds.sinceUser;
    if (conditionHolds(scenario.when, conversation, round))
      return { turn: turnOf(scenario, conversation, round), scenario: scenario.id, round };
  }
  return { turn: { say: `NO-SCENARIO of ${script.id} applies` }, round: conversation.rounds.sinceUser };
}

function turnOf({ turns, afterwards }: Scenario, conversation: Conversation, round: number): Turn {
  const marked = turns.findLast(({ marker }) => marker !== undefined && holdsMarker(marker, conversation));
  if (marked !== undefined) return marked;
  const course = turns.flatMap((turn) => Array.from({ length: turn.rounds ?? 1 }, () => turn));
  const index = afterwards === "cycle" ? round % course.length : Math.min(round, course.length - 1);
  return course[index] ?? {};
}
