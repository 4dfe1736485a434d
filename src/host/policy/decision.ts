/** What a guard says. A refusal names its rule (stable, for traces and tests) and gives a reason that may be shown. */
export type Decision = { readonly allowed: true } | { readonly allowed: false; readonly rule: string; readonly reason: string };

/** Nothing speaks against it. */
export const allowed: Decision = { allowed: true };

/** A refusal. */
export function refused(rule: string, reason: string): Decision {
  return { allowed: false, rule, reason };
}

/** The first refusal of several guards; later ones are not asked. */
export function allOf(guards: readonly (() => Decision)[]): Decision {
  for (const guard of guards) {
    const decision = guard();
    if (!decision.allowed) return decision;
  }
  return allowed;
}
