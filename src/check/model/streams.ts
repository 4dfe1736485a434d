import { counted } from "../../base/counted.ts";
import { parsed, sameJson } from "../rules/json-values.ts";
import { notApplicable, type Outcome, overallIfAny } from "../outcome.ts";
import { answersOf, type ModelAnswer } from "./answers.ts";
import { answersIn, callGroups, nameOf, overAnswers, overFollowed, undisputed } from "./look.ts";
import { documented, type ModelCheck, ours } from "./model-check.ts";
import { type Meaning, modelEvents, type ModelTrace } from "./model-event.ts";
import { bare, shown } from "./read-answer.ts";

/** Every request is answered. */
export const answered: ModelCheck = {
  id: "model.answered",
  title: "A request is answered with success and a whole answer, whatever well-formed text the model says",
  subject: "model",
  level: "MUST",
  spec: documented.request,
  advice: "Let no well-formed call fail the request, in the body or in the middle of a stream.",
  verify: (trace) =>
    overAnswers(answersIn(trace, [...undisputed, "control", "after", "lookalike", "numbers"]), trace, ({ failed }) => failed),
};

/** What a model said does not harm those who ask next. */
export const goesOn: ModelCheck = {
  id: "model.goes-on",
  title: "After any text of the model, readable or not, the next request is answered",
  subject: "model",
  level: "MUST",
  spec: ours("going-on"),
  advice: "When an answer fails, drain or cancel the generation behind it, and free its slot.",
  verify(trace) {
    const answers = answersOf(trace);
    // A server may have hung before it shows: the last two failures stand beside each other.
    const before = (again: ModelAnswer): string => {
      const failed = answers.filter((answer) => answer.failed !== undefined && answer.seen < again.seen);
      const told = failed.slice(-2).map((answer) => `${nameOf(answer)} (${answer.failed})`);
      return told.length === 0 ? "" : `; right before it failed: ${told.join(", then ")}`;
    };
    return overAnswers(answersIn(trace, ["again"]), trace, (answer) =>
      answer.failed === undefined ? undefined : `the plain text of the control: ${answer.failed}${before(answer)}`,
    );
  },
};

/** The form of answers. */
export const form: ModelCheck = {
  id: "model.form",
  title: "Answers have the documented form: every object JSON, one final object at the end of a stream",
  subject: "model",
  level: "MUST",
  spec: documented.stream,
  advice: "Write one JSON object per line or event, a role, and the final object or [DONE] once, last.",
  verify: (trace) =>
    overAnswers(
      answersOf(trace).filter(({ failed }) => failed === undefined),
      trace,
      ({ faults, asked, headers }) => {
        const type = headers["content-type"] ?? "";
        const isStream = /event-stream|ndjson/i.test(type);
        if (asked.streamed && !isStream) return `asked for a stream, the answer has the media type ${type || "(none)"}`;
        return faults.length === 0 ? undefined : faults.slice(0, 3).join("; ");
      },
    ),
};

/** Why the model stopped. */
export const finishReason: ModelCheck = {
  id: "model.finish-reason",
  title: "The answer says why the model stopped: it called a tool, or it was done",
  subject: "model",
  level: "MUST",
  spec: documented.answer,
  advice: 'OpenAI\'s wire: "tool_calls" with calls, "stop" without. Ollama\'s: "stop".',
  verify: (trace) => {
    const isOpenai = modelEvents(trace, "setting")[0]?.api === "openai";
    return overFollowed(answersIn(trace, [...undisputed, "control"]), trace, ({ finish, calls }) => {
      const wanted = isOpenai && calls.length > 0 ? "tool_calls" : "stop";
      return finish === wanted
        ? undefined
        : `${shown(finish ?? "nothing")} with ${counted(calls.length, "call")}, expected "${wanted}"`;
    });
  },
};

/** Deltas of calls. */
export const deltas: ModelCheck = {
  id: "model.call-deltas",
  title: "Deltas of a call come with its index, the name first and once, and add up to its arguments",
  subject: "model",
  level: "MUST",
  spec: { openai: documented.stream.openai },
  advice: "Begin a call with index, id and name; send fragments of its arguments that only append; then the next call.",
  verify: (trace) =>
    overFollowed(
      answersIn(trace, callGroups).filter(({ asked, calls }) => asked.streamed && calls.length > 0),
      trace,
      ({ deltaFaults, calls }) => {
        if (deltaFaults.length > 0) return deltaFaults.slice(0, 3).join("; ");
        const bad = calls.findIndex(({ value }) => value === undefined);
        return bad === -1
          ? undefined
          : `the fragments of call ${bad} add up to ${shown(calls[bad]?.text ?? "")}, which is not JSON`;
      },
    ),
};

/** Streaming changes nothing. */
export const streamEqual: ModelCheck = {
  id: "model.stream-equals-whole",
  title: "Streamed and whole, an answer has the same content, reasoning, calls and reason to stop",
  subject: "model",
  level: "MUST",
  spec: documented.stream,
  advice: "Let both come from one parser; the whole answer is the sum of the stream.",
  verify(trace) {
    const pairs = pairsOf(trace);
    return overallIfAny(
      pairs.map(([whole, streamed]) => ({ ref: streamed.seen, wrong: differenceOf(whole, streamed) })),
      "no scenario was answered both ways with its script followed",
    );
  },
};

function pairsOf(trace: ModelTrace): (readonly [ModelAnswer, ModelAnswer])[] {
  const followed = answersOf(trace).filter(({ played }) => played === "followed");
  const whole = new Map(
    followed.filter(({ asked }) => !asked.streamed).map((answer) => [`${answer.asked.scenario} ${answer.asked.turn}`, answer]),
  );
  return followed.flatMap((answer) => {
    const other = whole.get(`${answer.asked.scenario} ${answer.asked.turn}`);
    return answer.asked.streamed && other !== undefined ? [[other, answer] as const] : [];
  });
}

function differenceOf(whole: ModelAnswer, streamed: ModelAnswer): string | undefined {
  const of = ({ content, reasoning, finish, calls }: ModelAnswer) => ({
    content,
    reasoning,
    finish: finish ?? null,
    calls: calls.map(({ name, value }) => ({ name, arguments: value ?? null })),
  });
  const [one, other] = [of(whole), of(streamed)];
  const [name] = (Object.keys(one) as (keyof typeof one)[]).filter((key) => !sameJson(one[key], other[key]));
  if (name === undefined) return undefined;
  return `${nameOf(streamed)}: ${name} ${shown(JSON.stringify(other[name]), 200)}, whole ${shown(JSON.stringify(one[name]), 200)}`;
}

/** Text comes while it is generated. */
export const piecewise: ModelCheck = {
  id: "model.streamed-in-pieces",
  title: "A streamed text comes in pieces while the model says it",
  subject: "model",
  level: "PRACTICE",
  spec: ours("streaming"),
  advice: "Send content as it is generated; hold back only what may still become a marker.",
  verify: (trace) =>
    overFollowed(
      answersIn(trace, ["text"]).filter(({ asked }) => asked.streamed && asked.tokens >= 20),
      trace,
      ({ contentPieces, asked }) =>
        contentPieces > 2
          ? undefined
          : `${asked.tokens} tokens of text in ${contentPieces} pieces, with ${asked.tools.length} tools offered`,
    ),
};

/** The conversation goes on after tool results. */
export const toolResults: ModelCheck = {
  id: "model.tool-results",
  title: "Tool results reach the model: it goes on with the turn that their text calls for",
  subject: "model",
  level: "MUST",
  spec: documented.request,
  advice: "Render messages of the role tool, and the calls before them, into the prompt.",
  verify(trace): Outcome {
    const all = answersOf(trace);
    const later = all.filter(({ asked }) => asked.turn > 0);
    // A server may hold the model to a grammar; that what it said before is said again shows that nothing new reached it.
    const telling = later.filter(
      (answer) =>
        answer.failed !== undefined ||
        answer.played === "followed" ||
        (answer.played === "constrained" && (!answer.mayConstrain || repeatsEarlier(all, answer))),
    );
    if (telling.length === 0)
      return later.length === 0
        ? notApplicable("no scenario of the run has tool results")
        : overFollowed(later, trace, () => undefined);
    return overAnswers(telling, trace, ({ failed, played, asked, content, calls, tokens }) => {
      if (failed !== undefined) return failed;
      if (played === "followed") return undefined;
      return `${tokens} tokens, the script has ${asked.tokens}: ${shown(content)} and ${counted(calls.length, "call")}; the marker in the tool result did not reach the model`;
    });
  },
};

/**
 * Whether an answer says what the script has for an earlier turn of its conversation, and not for its own. Where a grammar made an
 * earlier turn another than it is written, whole or streamed, it decides what comes back, and nothing shows.
 */
function repeatsEarlier(all: readonly ModelAnswer[], answer: ModelAnswer): boolean {
  const { scenario, streamed, turn, means: own } = answer.asked;
  const earlier = all.filter(({ asked }) => asked.scenario === scenario && asked.turn < turn);
  if (saysWhat(answer, own) || earlier.some(({ played }) => played === "constrained")) return false;
  return earlier.some(({ asked }) => asked.streamed === streamed && saysWhat(answer, asked.means));
}

function saysWhat({ content, calls }: ModelAnswer, means: Meaning): boolean {
  return (
    bare(content) === bare(means.content) &&
    calls.length === means.calls.length &&
    means.calls.every((call, at) => calls[at]?.name === call.name && sameJson(calls[at]?.value, parsed(call.arguments)))
  );
}
