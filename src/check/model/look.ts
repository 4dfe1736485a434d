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

/** The same, where a request that fails for the text shows something too. */
export function overFollowedOrFailed(
  all: readonly ModelAnswer[],
  trace: ModelTrace,
  fault: (answer: ModelAnswer) => string | undefined,
): Outcome {
  const telling = all.filter(({ played, failed }) => played === "followed" || failed !== undefined);
  return telling.length > 0 ? overAnswers(telling, trace, (answer) => answer.failed ?? fault(answer)) : whyNone(all, trace);
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

/**
 * The outcome over answers but those that the limit of tokens cut: a model that a grammar forbids to end goes on to the limit, and
 * without one it would to the end of its context. A call that did come back counts.
 */
export function overUncut(
  all: readonly ModelAnswer[],
  trace: ModelTrace,
  fault: (answer: ModelAnswer) => string | undefined,
): Outcome {
  const uncut = all.filter(({ finish, calls }) => finish !== "length" || calls.length > 0);
  return uncut.length > 0 ? overAnswers(uncut, trace, fault) : whyNone(all, trace);
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
  if (all.some((answer) => answer.mayConstrain))
    return inconclusive(
      "a grammar may have changed what the model said, and without log-probabilities it does not show whether the script was followed",
    );
  return inconclusive("the server reports no token counts, so it is unknown whether the script was followed");
}
