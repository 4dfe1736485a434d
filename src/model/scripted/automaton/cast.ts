import type { ScriptedScenario, ScriptedTurn } from "../scripted-model-spec.ts";

/** When a turn is said: the marker that is in the prompt (null: none does), and whether a tool result must appear there. */
export type Cue = {
  readonly marker: string | null;
  /** Of several markers in a prompt, the one of the highest rank counts; 0 to 7. */
  readonly rank: number;
  readonly afterToolResult: boolean | null;
};

/** A turn with everything that cues it; the first cue is the one to tell people. */
export type CastTurn = {
  readonly scenario: ScriptedScenario;
  readonly turn: ScriptedTurn;
  readonly cues: readonly Cue[];
};

/** Most turns a scenario can have: ranks go to 7, and 0 is the scenario's own marker. */
export const mostTurns = 7;

/**
 * What cues each turn of a scenario: turn 0 the scenario's marker, turn 1 a tool result besides, every turn its own marker.
 * A turn from the third on that has no marker gets no cue.
 */
export function castScenario(scenario: ScriptedScenario): readonly CastTurn[] {
  const { marker = null, turns } = scenario;
  const hasFollowUp = turns.length > 1;
  return turns.map((turn, index) => {
    const own: readonly Cue[] =
      turn.marker === undefined ? [] : [{ marker: turn.marker, rank: index + 1, afterToolResult: null }];
    const byPlace: readonly Cue[] =
      index === 0
        ? [{ marker, rank: 0, afterToolResult: hasFollowUp ? false : null }]
        : index === 1
          ? [{ marker, rank: 0, afterToolResult: true }]
          : [];
    return { scenario, turn, cues: [...own, ...byPlace] };
  });
}
