import type { Rule } from "../../rule.ts";

const functions = "https://platform.openai.com/docs/api-reference/chat/create#chat-create-tools";

/** What OpenAI demands of functions, with and without `strict`. */
export const openaiFunctions: readonly Rule[] = [
  {
    kind: "tool-count",
    most: 128,
    says: "“array too long. Expected an array with maximum length 128”",
    mend: "offer at most 128 tools",
    source: "https://github.com/zed-industries/zed/issues/32946",
  },
  {
    kind: "name",
    pattern: "^[a-zA-Z0-9_-]{1,64}$",
    longest: 64,
    says: "names are made of letters, digits, underscores and dashes, 64 at most",
    mend: "give it a shorter name of such characters",
    source: functions,
  },
  {
    kind: "root-type",
    says: "“schema must have type 'object'”",
    mend: 'write "type": "object"',
    source: "https://github.com/langchain-ai/langchainjs/issues/9804",
  },
  {
    kind: "root-without",
    keywords: ["oneOf", "anyOf", "allOf", "enum", "not"],
    says: "“… and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level”",
    mend: "make one object with optional properties, or put the alternatives into a property",
    source: "https://github.com/langchain-ai/langchainjs/issues/9804",
  },
  {
    kind: "items",
    usual: {},
    says: "“array schema missing items”",
    mend: 'add "items"; {} allows everything',
    source: "https://github.com/sigoden/aichat/pull/1049",
  },
];
