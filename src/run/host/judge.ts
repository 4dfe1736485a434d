import type { Level } from "../../check/check.ts";
import { type ExpectationName, expectations } from "../../check/host/expectations.ts";
import { hostEvents, type HostTrace } from "../../check/host/host-event.ts";
import { type Evidence, inconclusive, type Outcome, violated } from "../../check/outcome.ts";
import type { HostCase } from "./case/host-case.ts";

/**
 * What the trace of a case shows: violated when any expectation is, or when the host refused to start with what the case gave it
 * and the case does not expect that; otherwise inconclusive when any is, otherwise satisfied with the evidence of all.
 */
export function judgeCase({ expect }: Pick<HostCase, "expect">, trace: HostTrace): Outcome {
  const [refusal] = hostEvents(trace, "host-refused");
  if (refusal !== undefined && !expect.some((one) => "refused" in one))
    return violated(refusal, `the host did not start: ${JSON.stringify(refusal.message.slice(0, 300))}`);
  const outcomes = expect.flatMap((one) =>
    Object.entries(one).map(([name, wanted]) => expectations[name as ExpectationName].judge(wanted, trace)),
  );
  const bad = outcomes.filter((outcome) => outcome.kind === "violated");
  const [first] = bad;
  if (first !== undefined)
    return {
      kind: "violated",
      evidence: joined(bad.map(({ evidence }) => evidence)),
      message: bad.map(({ message }) => message).join("; "),
    };
  const open = outcomes.find((outcome) => outcome.kind === "inconclusive" || outcome.kind === "not-applicable");
  if (open !== undefined) return open;
  const kept = outcomes.filter((outcome) => outcome.kind === "satisfied");
  return kept.length === 0
    ? inconclusive("nothing was expected")
    : { kind: "satisfied", evidence: joined(kept.map(({ evidence }) => evidence)) };
}

function joined(all: readonly Evidence[]): Evidence {
  return [...new Set(all.flat())].toSorted((a, b) => a - b).slice(0, 20) as unknown as Evidence;
}

/** How strongly a case binds, by its ring. */
export function levelOf({ ring }: Pick<HostCase, "ring">): Level {
  return ring === "must" ? "MUST" : ring === "should" ? "SHOULD" : "PRACTICE";
}
