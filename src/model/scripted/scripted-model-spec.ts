import type { ModelFamily } from "./families/family.ts";

/** One answer of a scripted model: a text, exactly. */
export type ScriptedTurn = {
  /** Chooses this turn when it is in the prompt; without one, see `ScriptedScenario`. */
  readonly marker?: string;
  readonly text: string;
  /** The text cut by hand; must add up to it. */
  readonly pieces?: readonly string[];
  /** Says markers of the family as ordinary text instead of special tokens. */
  readonly plain?: boolean;
  /** Where it stands, for errors: a JSON pointer such as `#/scenarios/0/turns/1`. */
  readonly place: string;
};

/**
 * A course of a conversation. Turn 0 is said when `marker` appears in the prompt (without one: when no marker appears there),
 * turn 1 when a tool result is there too, every turn with a marker of its own when that is there.
 */
export type ScriptedScenario = {
  readonly id: string;
  readonly marker?: string;
  readonly turns: readonly ScriptedTurn[];
  readonly place: string;
};

/** What a model file is compiled from: texts only, no conditions. */
export type ScriptedModelSpec = {
  readonly id: string;
  readonly title: string;
  readonly family: ModelFamily;
  readonly scenarios: readonly ScriptedScenario[];
  /** Names the script in errors. */
  readonly file: string;
};
