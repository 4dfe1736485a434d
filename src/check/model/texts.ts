import { countFault, differBeyondAscii, isEmpty, nameFault } from "./compare.ts";
import { answersIn, overAnswers, overFollowed, overFollowedOrFailed, undisputed } from "./look.ts";
import { documented, type ModelCheck, ours } from "./model-check.ts";
import type { ModelAnswer } from "./answers.ts";
import { answersOf } from "./answers.ts";
import { notApplicable } from "../outcome.ts";
import { bare, shown } from "./read-answer.ts";

/** Text beside calls is handed on. */
export const content: ModelCheck = {
  id: "model.content",
  title: "What the model says beside its calls comes back as content, all of it, without markup",
  subject: "model",
  level: "MUST",
  spec: documented.answer,
  advice: "Hand on what is not a call as it comes; hold back no more than the beginning of a marker, and release it in the end.",
  verify: (trace) =>
    overFollowed(
      answersIn(
        trace,
        undisputed.filter((group) => group !== "reasoning"),
      ),
      trace,
      contentFault,
    ),
};

/** Text after calls is handed on. */
export const textAfterCalls: ModelCheck = {
  id: "model.text-after-calls",
  title: "What the model says after a call comes back as content",
  subject: "model",
  level: "SHOULD",
  spec: ours("text-after-calls"),
  advice: "Go on reading after the closer of a call; what is no further call is content.",
  verify: (trace) => overFollowed(answersIn(trace, ["after"]), trace, (answer) => countFault(answer) ?? contentFault(answer)),
};

/** Whitespace of texts stays. */
export const layout: ModelCheck = {
  id: "model.layout",
  title: "Text comes back to the letter: blank lines, indentation and spaces included",
  subject: "model",
  level: "SHOULD",
  spec: ours("layout"),
  advice: "Trim nothing within a text; whitespace that only separates a call from text may go.",
  verify: (trace) =>
    overFollowed(answersIn(trace, ["text"]), trace, ({ content: said, asked: { means } }) =>
      said.trim() === means.content.trim() || differBeyondAscii(said.trim(), means.content.trim())
        ? undefined
        : `${shown(said, 200)}, expected ${shown(means.content, 200)}`,
    ),
};

/** Nothing vanishes. */
export const nothingLost: ModelCheck = {
  id: "model.nothing-lost",
  title: "What a model says does not vanish: an answer to a well-formed text has content, reasoning or calls",
  subject: "model",
  level: "MUST",
  spec: ours("nothing-lost"),
  advice: "When nothing can be read out of a text, hand the text itself on.",
  verify: (trace) => overFollowed(answersIn(trace, undisputed), trace, lostFault),
};

/** Text that is not a readable call is kept. */
export const malformedKept: ModelCheck = {
  id: "model.malformed-kept",
  title: "A call that cannot be read is not silently lost: its text comes back as content, or what was meant as a call",
  subject: "model",
  level: "SHOULD",
  spec: ours("malformed"),
  advice: "When the text after an opener turns out not to be a call, hand it on as content when the answer ends.",
  verify: (trace) => overFollowed(answersIn(trace, ["malformed"]), trace, lostFault),
};

/** Malformed text does not fail the request. */
export const malformedAnswered: ModelCheck = {
  id: "model.malformed-answered",
  title: "A call that cannot be read does not fail the request",
  subject: "model",
  level: "SHOULD",
  spec: ours("malformed"),
  advice: "What a model says is not an error of the server: answer with the text, so that the client can have it corrected.",
  verify: (trace) => overAnswers(answersIn(trace, ["malformed"]), trace, ({ failed }) => failed),
};

/** Calls of unknown tools are kept. */
export const unknownTool: ModelCheck = {
  id: "model.unknown-tool",
  title: "A call of a tool that was not offered is not silently lost: it comes back as a call or as text",
  subject: "model",
  level: "SHOULD",
  spec: ours("unknown-tools"),
  advice: "Hand the call on: the client can tell the model which tools there are.",
  verify: (trace) =>
    overFollowedOrFailed(
      answersIn(trace, ["unknown"]),
      trace,
      (answer) => lostFault(answer) ?? (answer.calls.length > 0 ? nameFault(answer) : undefined),
    ),
};

/** What looks like a call and is none stays text. */
export const lookalikes: ModelCheck = {
  id: "model.lookalikes",
  title: "Call markup in a code fence of the answer is text",
  subject: "model",
  level: "PRACTICE",
  spec: ours("lookalikes"),
  advice: "Track fence lines while reading content, in formats whose calls do not appear in fences.",
  verify: (trace) => overFollowed(answersIn(trace, ["lookalike"]), trace, (answer) => countFault(answer) ?? contentFault(answer)),
};

/** Reasoning is kept apart. */
export const reasoning: ModelCheck = {
  id: "model.reasoning",
  title: "Reasoning comes back apart from content, and a call after it as a call",
  subject: "model",
  level: "SHOULD",
  spec: documented.thinking,
  advice: "Read the reasoning markers in the same pass as calls and content.",
  verify: (trace) => {
    const asked = answersIn(trace, ["reasoning"]);
    if (asked.length > 0 && !asked.some((answer) => answer.asked.thinks))
      return notApplicable("the server says that the model cannot be told to reason");
    return overFollowed(asked, trace, (answer) => {
      const { means } = answer.asked;
      if (bare(answer.reasoning) !== bare(means.reasoning))
        return `the reasoning ${shown(answer.reasoning)}, expected ${shown(means.reasoning)}; content ${shown(answer.content)}`;
      return contentFault(answer);
    });
  },
};

/** Token counts are reported. */
export const usage: ModelCheck = {
  id: "model.usage",
  title: "An answer tells how many tokens the model generated",
  subject: "model",
  level: "SHOULD",
  spec: documented.answer,
  advice: "Tell eval_count, or usage.completion_tokens (when streaming: with stream_options.include_usage).",
  verify: (trace) =>
    overAnswers(
      answersOf(trace).filter(({ failed }) => failed === undefined),
      trace,
      ({ tokens }) => (tokens === undefined ? "no token count" : undefined),
    ),
};

function contentFault({ content: said, asked: { means } }: ModelAnswer): string | undefined {
  return bare(said) === bare(means.content) || differBeyondAscii(bare(said), bare(means.content))
    ? undefined
    : `the content ${shown(said, 200)}, expected ${shown(means.content, 200)}`;
}

function lostFault(answer: ModelAnswer): string | undefined {
  if (!isEmpty(answer)) return undefined;
  return `silently lost: no content, no call, but the model said ${answer.asked.tokens} tokens: ${shown(answer.asked.text, 200)}`;
}
