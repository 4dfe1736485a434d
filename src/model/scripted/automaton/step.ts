/** What a model file says next, and all that follows. Equal remainders are one and the same step. */
export type Step = EndStep | UniqueStep | SharedStep;

/** The special token that ends the answer. */
export type EndStep = { readonly kind: "end"; readonly token: string };

/** A token that stands nowhere else: having said it, the model knows where it is. */
export type UniqueStep = {
  readonly kind: "unique";
  readonly bytes: Uint8Array;
  /** As the tokenizer spells the token; no two tokens are spelled alike. */
  readonly label: string;
  readonly next: Step;
};

/** A token that is in many places: a special, or a single byte. */
export type SharedStep = { readonly kind: "shared"; readonly token: SharedToken; readonly next: Step };

/** A special by its text, or a byte by its value. */
export type SharedToken = string | number;

/** Whether a token is the last unique one before shared ones, and so has to be remembered. */
export function isGate(step: Step): step is UniqueStep & { readonly next: SharedStep } {
  return step.kind === "unique" && step.next.kind === "shared";
}

/** The shared steps a step begins with. */
export function leadingShared(step: Step): readonly SharedStep[] {
  const steps: SharedStep[] = [];
  for (let at = step; at.kind === "shared"; at = at.next) steps.push(at);
  return steps;
}
