import { parsed } from "../rules/json-values.ts";
import { argumentsFault, countFault, fabricatedIn, nameFault } from "./compare.ts";
import { answersIn, callGroups, overFollowed, overFollowedOrFailed } from "./look.ts";
import { documented, type ModelCheck, ours } from "./model-check.ts";
import { shown } from "./read-answer.ts";

const single = callGroups.filter((group) => group !== "parallel");

/** Every call in the text comes back as a call. */
export const callsFound: ModelCheck = {
  id: "model.calls-found",
  title: "A call that the model writes in its format comes back as a tool call",
  subject: "model",
  level: "MUST",
  spec: documented.answer,
  advice: "Read the model's text with the parser of its family, from the first token on, and hand every call on as tool_calls.",
  verify: (trace) => overFollowed(answersIn(trace, single), trace, countFault),
};

/** Several calls of one answer all come back, in order. */
export const parallelCalls: ModelCheck = {
  id: "model.parallel-calls",
  title: "Several calls of one answer all come back, in the order they were written",
  subject: "model",
  level: "MUST",
  spec: documented.answer,
  advice: "Go on parsing after the first call, and number the calls as they come.",
  verify: (trace) => overFollowed(answersIn(trace, ["parallel"]), trace, (answer) => countFault(answer) ?? nameFault(answer)),
};

/** Names come back as written. */
export const callNames: ModelCheck = {
  id: "model.call-names",
  title: "A tool call has the name that the model wrote",
  subject: "model",
  level: "MUST",
  spec: documented.answer,
  advice: "Hand the name on to the letter; the client routes by it.",
  verify: (trace) =>
    overFollowed(
      answersIn(trace, single).filter(({ calls, asked }) => asked.means.calls.length > 0 && calls.length > 0),
      trace,
      nameFault,
    ),
};

/** Arguments come back as the value that was written. */
export const callArguments: ModelCheck = {
  id: "model.call-arguments",
  title: "A tool call has the arguments that the model wrote: nested, empty, escaped, long, of every JSON type",
  subject: "model",
  level: "MUST",
  spec: documented.answer,
  advice: "Parse the arguments as JSON with strings, escapes and nesting; do not search for the first closing brace.",
  verify: (trace) =>
    overFollowed(
      answersIn(trace, callGroups).filter(({ calls, asked }) => asked.means.calls.length > 0 && calls.length > 0),
      trace,
      argumentsFault,
    ),
};

/** Numbers keep their value. */
export const numbers: ModelCheck = {
  id: "model.numbers",
  title: "Numbers in arguments keep their value, also integers above 2^53",
  subject: "model",
  level: "SHOULD",
  spec: ours("numbers"),
  advice: "Keep the model's own digits (json.RawMessage, json.Number) instead of going through a double.",
  verify: (trace) =>
    overFollowed(
      answersIn(trace, ["numbers"]).filter(({ calls }) => calls.length > 0),
      trace,
      ({ raw, asked, calls }) => {
        const lost = (asked.text.match(/\d{16,}/g) ?? []).filter((digits) => !raw.includes(digits));
        return lost.length === 0 ? undefined : `${lost.join(", ")} came back as ${shown(calls[0]?.text ?? "")}`;
      },
    ),
};

/** A call can be told apart. */
export const callIds: ModelCheck = {
  id: "model.call-ids",
  title: "Every tool call has an id of its own",
  subject: "model",
  level: "MUST",
  spec: { openai: documented.answer.openai },
  advice: "Give each call a fresh id; clients answer a call by it.",
  verify: (trace) =>
    overFollowed(
      answersIn(trace, callGroups).filter(({ calls }) => calls.length > 0),
      trace,
      ({ calls }) => {
        const ids = calls.map(({ id }) => id);
        if (ids.some((id) => id === undefined || id === "")) return "a call without an id";
        return new Set(ids).size === ids.length ? undefined : `the id ${shown(ids[0] ?? "")} appears on more than one call`;
      },
    ),
};

/** Closing tags within strings do not end a call. */
export const markersInStrings: ModelCheck = {
  id: "model.markers-in-strings",
  title: "The format's own markers inside of a string value do not end the call",
  subject: "model",
  level: "SHOULD",
  spec: ours("markers-in-strings"),
  advice: "Follow the strings of the arguments while looking for the closer.",
  verify: (trace) =>
    overFollowedOrFailed(
      answersIn(trace, ["markers"]),
      trace,
      (answer) => countFault(answer) ?? nameFault(answer) ?? argumentsFault(answer),
    ),
};

/** Arguments as a string of JSON are read once. */
export const stringArguments: ModelCheck = {
  id: "model.string-arguments",
  title: "Arguments that the model wrote as a string of JSON come back as the object they mean",
  subject: "model",
  level: "SHOULD",
  spec: ours("string-arguments"),
  advice: "Where the arguments are a string, parse it once; never replace it by an empty object.",
  verify: (trace) => overFollowed(answersIn(trace, ["lenient"]), trace, (answer) => countFault(answer) ?? argumentsFault(answer)),
};

/** Nothing is made up. */
export const nothingFabricated: ModelCheck = {
  id: "model.nothing-fabricated",
  title: "No tool call, name or value comes back that the model did not write",
  subject: "model",
  level: "MUST NOT",
  spec: ours("nothing-fabricated"),
  advice: "Hand on what cannot be read as text; never fill in a name or a value.",
  verify: (trace) =>
    overFollowed(answersIn(trace, ["control", "text", "malformed", "unknown"]), trace, (answer) => {
      const { calls, asked } = answer;
      if (asked.means.calls.length === 0 && (asked.group === "text" || asked.group === "control") && calls.length > 0)
        return `a call of ${shown(calls[0]?.name ?? "")} in a text that holds none`;
      const made = fabricatedIn(answer);
      const objects = calls.every(({ text, value }) => value !== undefined || parsed(text) !== undefined || text === "");
      if (!objects && asked.group !== "malformed") return "arguments that are not JSON";
      return made.length === 0 ? undefined : `${made.join(", ")} does not appear in the model's text`;
    }),
};
