import { parsed } from "../rules/json-values.ts";
import { notApplicable } from "../outcome.ts";
import type { ModelAnswer } from "./answers.ts";
import { keepsEscapes } from "./compare.ts";
import { answersIn, callGroups, overFollowed, undisputed } from "./look.ts";
import { documented, type ModelCheck, ours } from "./model-check.ts";
import type { ModelAskedFor, ModelTrace } from "./model-event.ts";
import { shown } from "./read-answer.ts";

/** Characters beyond ASCII stay, also where none is cut between tokens. */
export const beyondAscii: ModelCheck = {
  id: "model.beyond-ascii",
  title: "Characters beyond ASCII come back as the model said them, in texts and in arguments",
  subject: "model",
  level: "MUST",
  spec: documented.answer,
  advice: "Read text by characters, or copy runs of bytes whole: whoever takes one byte of each character loses the others.",
  verify: (trace) => overFollowed(answersBeyond(trace, undefined), trace, charactersFault),
};

/** Characters cut between tokens come whole. */
export const characters: ModelCheck = {
  id: "model.characters",
  title: "Characters whose bytes are spread over several tokens come back whole",
  subject: "model",
  level: "MUST",
  spec: documented.answer,
  advice: "Join the bytes of tokens until they are valid UTF-8 before they go into JSON.",
  verify(trace) {
    // What is lost in whole tokens too is not lost by their cut.
    if (beyondAscii.verify(trace).kind === "violated")
      return notApplicable("characters beyond ASCII do not come back from whole tokens either: model.beyond-ascii says so");
    return overFollowed(answersBeyond(trace, "byte"), trace, charactersFault);
  },
};

/** Escapes within quotes. */
export const escapes: ModelCheck = {
  id: "model.escapes",
  title: "Escapes within the quotes of a value are read, where both readings are known of sound servers",
  subject: "model",
  level: "SHOULD",
  spec: ours("escapes"),
  advice: "Read escapes as the language of the format does: a line feed in an argument is written as \\n and meant as one.",
  verify(trace) {
    const disputed = answersIn(trace, callGroups).filter(
      ({ asked, calls }) => asked.escapes === "disputed" && asked.text.includes("\\") && calls.length > 0,
    );
    return overFollowed(disputed, trace, ({ asked, calls }) => {
      const at = asked.means.calls.findIndex((call, index) => keepsEscapes(asked, calls[index]?.value, parsed(call.arguments)));
      if (at === -1) return undefined;
      return `call ${at} has its escapes as they stand, ${shown(calls[at]?.text ?? "", 200)}; read as escapes it is ${shown(asked.means.calls[at]?.arguments ?? "", 200)}`;
    });
  },
};

function answersBeyond(trace: ModelTrace, cut: "byte" | undefined): ModelAnswer[] {
  return answersIn(trace, undisputed).filter(({ asked }) => asked.cut === cut && beyond(meantText(asked)) !== "");
}

/** The characters of a text beyond ASCII. */
const beyond = (text: string): string => text.replaceAll(/[ -~\s]/g, "");

/** What the script means, without the markers of its format, in which there may be any character. */
const meantText = ({ means }: ModelAskedFor): string =>
  `${means.content}${means.calls.map((call) => unescaped(call.arguments)).join("")}`;

/** Looks at what the answer says, not at its bytes: a list of tokens may hold parts of characters. */
function charactersFault({ content: said, calls, asked }: ModelAnswer): string | undefined {
  const answered = `${said}${calls.map(({ text }) => unescaped(text)).join(", ")}`;
  if (answered.includes("\ufffd")) return `a replacement character: ${shown(answered, 200)}`;
  const got = beyond(`${said}${JSON.stringify(calls.map(({ value }) => value))}`);
  const missing = Array.from(beyond(meantText(asked))).filter((character) => !got.includes(character));
  return missing.length === 0 ? undefined : `${[...new Set(missing)].join("")} is missing`;
}

function unescaped(json: string): string {
  return json.replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
