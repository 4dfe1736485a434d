import type { Check } from "../../check/check.ts";
import type { Finding } from "../../check/finding.ts";
import { counted } from "../../base/counted.ts";
import type { Trace } from "../../trace/trace.ts";
import type { Tried } from "./try-case.ts";

/** Sums up over all inputs what each check came to. */
export type Tally = {
  readonly count: (tried: Tried | undefined) => void;
  /** Notes that a check accuses, and hands the finding back. */
  readonly accuse: (finding: Finding) => Finding;
  /** What is to be said of the checks that accused nothing: how often they held, or that nothing showed them. */
  readonly rest: () => readonly Summed[];
};

/** A finding over many inputs, with the trace its evidence is in. */
export type Summed = { readonly finding: Finding; readonly trace: Trace };

type Held = { readonly finding: Finding; readonly trace: Trace; times: number };

/** An empty tally of these checks. */
export function createTally(checks: readonly Check[]): Tally {
  const held = new Map<string, Held>();
  const accused = new Set<string>();
  const empty = new Map<string, Finding>();
  let inputs = 0;
  let last: Trace | undefined;
  return {
    count(tried) {
      if (tried === undefined) return;
      inputs += 1;
      last = tried.trace;
      for (const finding of tried.findings) {
        if (finding.evidence.length === 0) empty.set(finding.check, finding);
        if (finding.verdict !== "pass") continue;
        const before = held.get(finding.check);
        if (before === undefined) held.set(finding.check, { finding, trace: tried.trace, times: 1 });
        else before.times += 1;
      }
    },
    accuse(finding) {
      accused.add(finding.check);
      return finding;
    },
    rest() {
      const trace = last;
      if (trace === undefined) return [];
      return checks.flatMap(({ id }): Summed[] => {
        const seen = held.get(id);
        const nothing = empty.get(id);
        if (accused.has(id)) return [];
        if (seen === undefined) return nothing === undefined ? [] : [{ finding: { ...nothing, scenario: null }, trace }];
        const message = `held for ${seen.times} of ${counted(inputs, "input")}, shrinking included`;
        return [{ finding: { ...seen.finding, message, scenario: "fuzz" }, trace: seen.trace }];
      });
    },
  };
}
