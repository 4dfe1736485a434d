import type { Level } from "./check.ts";
import type { Outcome } from "./outcome.ts";

/** What is reported of a check: see the command-line contract, "Verdicts". */
export type Verdict = "pass" | "fail" | "warn" | "untested" | "not-applicable" | "error";

/** The only place where severity is decided. */
export function verdictOf(level: Level, outcome: Outcome): Verdict {
  switch (outcome.kind) {
    case "satisfied":
      return "pass";
    case "violated":
      return level === "MUST" || level === "MUST NOT" ? "fail" : "warn";
    case "inconclusive":
      return "untested";
    case "not-applicable":
      return "not-applicable";
  }
}

/** Whether something is held against the subject: what conforms, and what nobody can tell, accuses nobody. */
export function isAccusation({ verdict }: { readonly verdict: Verdict }): boolean {
  return verdict === "fail" || verdict === "warn";
}
