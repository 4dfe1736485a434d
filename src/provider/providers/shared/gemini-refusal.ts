import type { RefusalForm, RefusalWords } from "../../refuse/refusal-form.ts";

const declaration = "tools[0].function_declarations[{index}]";

const field = (member: string, wrong: string): RefusalWords => ({
  message: `* GenerateContentRequest.${declaration}${member}: ${wrong}`,
});

const unknown = (member: string, at: string, wrong: string): RefusalWords => ({
  message: `Invalid JSON payload received. Unknown name "${member}" at '${declaration}.${at}': ${wrong}`,
});

const badName = field(
  ".name",
  "Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of {limit}.",
);

/** How Gemini refuses function declarations whose schema is in this member; on OpenAI's wire the error stands in a list. */
export const geminiRefusal = (member: string): RefusalForm => ({
  status: 400,
  body: [{ error: { code: 400, message: "{message}", status: "INVALID_ARGUMENT" } }],
  words: {
    name: badName,
    "name-length": badName,
    only: unknown("{keyword}", `${member}{bracketed}`, "Cannot find field."),
    "one-type": unknown("type", `${member}{bracketed}`, "Proto field is not repeating, cannot start list."),
    "string-enums": field(`.${member}{bracketed}.enum`, "only allowed for STRING type"),
    formats: field(`.${member}{bracketed}.format`, "only 'enum' and 'date-time' are supported for STRING type"),
    items: field(`.${member}{bracketed}.items`, "missing field."),
  },
  otherwise: field(`.${member}{bracketed}`, "{says}"),
  source: "https://github.com/livekit/agents/issues/1896",
});
