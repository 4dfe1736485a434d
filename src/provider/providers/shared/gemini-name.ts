import type { Rule } from "../../rule.ts";

/** Function names, the same in both forms of parameters. */
export const geminiName: Rule = {
  kind: "name",
  pattern: "^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$",
  longest: 64,
  says: "“Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain underscores, dots, colons or dashes, with a maximum length of 64”",
  mend: "give it a shorter name of such characters",
  source: "https://github.com/cline/cline/issues/7339",
};
