import type { Cue } from "./cast.ts";
import { isGate, leadingShared, type SharedToken, type Step, type UniqueStep } from "./step.ts";

/** What the model remembers the place by: the marker of a prompt, a unique token right before shared ones, or nothing at all. */
export type Anchor = string | UniqueStep | null;

/** A step that the current token alone does not tell. */
export type Transition = {
  readonly anchor: Anchor;
  /** The current token: a shared one of a script; null: any that a prompt can end with. */
  readonly current: SharedToken | null;
  readonly afterToolResult: boolean | null;
  readonly target: Step;
};

/** A way into a text. */
export type Start = Cue & { readonly step: Step };

/** Everything that needs memory: the starts of the texts, and what follows shared tokens. */
export function transitionsOf(starts: readonly Start[], uniques: readonly UniqueStep[]): readonly Transition[] {
  const leading = new Set(starts.flatMap(({ step }) => leadingShared(step).map(({ token }) => token)));
  const begin = starts.flatMap(({ marker, afterToolResult, step }): Transition[] => {
    const lead = leadingShared(step);
    const after = (token: SharedToken): Step => lead.find((one) => one.token === token)?.next ?? step;
    const shared = [...leading].map((token): Transition => ({
      anchor: marker,
      current: token,
      afterToolResult,
      target: after(token),
    }));
    return [{ anchor: marker, current: null, afterToolResult, target: step }, ...shared];
  });
  const within = uniques.filter(isGate).flatMap((gate) =>
    leadingShared(gate.next).map(({ token, next }): Transition => ({
      anchor: gate,
      current: token,
      afterToolResult: null,
      target: next,
    })),
  );
  return [...begin, ...within];
}

/** Why a text cannot be told by what the model remembers; undefined when it can. */
export function untellable(start: Step): string | undefined {
  const lone = leadingShared(start).find(({ token }) => typeof token === "number");
  if (lone !== undefined) return "the text begins with a token of one byte, which prompts may end with; use the tokenizer spm";
  for (let at = start; at.kind !== "end"; at = at.next) {
    const run = leadingShared(at).map(({ token }) => token);
    const twice = run.find((token, index) => run.indexOf(token) < index);
    if (twice === undefined) continue;
    const name = JSON.stringify(typeof twice === "number" ? String.fromCodePoint(twice) : twice);
    return (
      `the token ${name} is said twice with nothing in between that stands nowhere else; use the tokenizer spm, put text there, ` +
      'or say special tokens as text ("ids": false)'
    );
  }
  return undefined;
}
