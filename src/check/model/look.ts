import { counted } from "../../base/counted.ts";
import { inconclusive, notApplicable, type Outcome, overall } from "../outcome.ts";
import { answersOf, type ModelAnswer } from "./answers.ts";
import { type ModelGroup, modelEvents, type ModelTrace } from "./model-event.ts";

/** Groups whose texts every sound parser reads alike. */
export const undisputed: readonly ModelGroup[] = ["text", "call", "parallel", "before", "reasoning"];

/** Groups whose texts hold calls that every sound parser reads alike. */
export const callGroups: readonly ModelGroup[] = ["call", "parallel", "before", "reasoning"];

/** The answers of some groups. */
export function answersIn(trace: ModelTrace, groups: readonly ModelGroup[]): ModelAnswer[] {
  return answersOf(trace).filter(({ asked }) => groups.includes(asked.group));
}

/** What an answer is called in a message. */
export function nameOf({ asked: { scenario, turn, streamed } }: ModelAnswer): string {
  return `${scenario}${turn === 0 ? "" : ` turn ${turn + 1}`}, ${streamed ? "streamed" : "whole"}`;
}

/**
 * The outcome over those answers in which the model said what its script has; `fault` says what is wrong with one. What a
 * server kept the model from saying shows nothing of how it would have read it.
 */
export function overFollowed(
  all: readonly ModelAnswer[],
  trace: ModelTrace,
  fault: (answer: ModelAnswer) => string | undefined,
): Outcome {
  const followed = all.filter(({ played }) => played === "followed");
  return followed.length > 0 ? overAnswers(followed, trace, fault) : whyNone(all, trace);
}

/** The outcome over answers, whatever was said in them. */
export function overAnswers(
  all: readonly ModelAnswer[],
  trace: ModelTrace,
  fault: (answer: ModelAnswer) => string | undefined,
): Outcome {
  if (all.length === 0) return whyNone(all, trace);
  return overall(
    all.map((answer) => {
      const wrong = fault(answer);
      return { ref: answer.seen, wrong: wrong === undefined ? undefined : `${nameOf(answer)}: ${wrong}` };
    }),
    "no such scenario was run",
  );
}

function whyNone(all: readonly ModelAnswer[], trace: ModelTrace): Outcome {
  if (all.length === 0) {
    const reasons = [...new Set(modelEvents(trace, "skip").map(({ reason }) => reason))];
    return notApplicable(reasons.length === 0 ? "the run has no such scenario" : reasons.join("; "));
  }
  const constrained = all.filter(({ played }) => played === "constrained");
  if (constrained.length > 0)
    return notApplicable(
      `constrained: in ${constrained.length} of ${counted(all.length, "answer")} the model was made to say something else than its script has`,
    );
  const failed = all.find((answer) => answer.failed !== undefined);
  if (failed !== undefined) return inconclusive(`no answer to judge: ${failed.failed}`);
  return inconclusive("the server reports no token counts, so it is unknown whether the script was followed");
}
