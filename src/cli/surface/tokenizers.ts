import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { estimate, type Tokenizer } from "../../surface/tool-costs.ts";

/** What a vocabulary of the package gpt-tokenizer exports, as far as it is needed. */
type Vocabulary = {
  readonly countTokens: (text: string, options: { readonly disallowedSpecial: Set<string> }) => number;
};

/** The vocabularies of models in use: of GPT-4o, GPT-4.1, GPT-5 and the o-series; and of GPT-4 and GPT-3.5. */
const vocabularies: Readonly<Record<string, () => Promise<Vocabulary>>> = {
  o200k_base: async () => await import("gpt-tokenizer/encoding/o200k_base"),
  cl100k_base: async () => await import("gpt-tokenizer/encoding/cl100k_base"),
};

/** A text may say `<|endoftext|>`: in what a tool tells of itself that is text like any other. */
const nothingSpecial = { disallowedSpecial: new Set<string>() };

/**
 * At most as many characters are counted at a time, up to a blank where there is one, before which a token begins anyway: a word without
 * end takes the square of its length, and texts of tools come from others.
 */
const piece = /[^]{1,4096}(?:$|(?<=\S)(?= ))|[^]{1,4096}/gu;

/**
 * The tokenizers of gpt-tokenizer where it is installed beside mcpcheck, else the rule of thumb alone. It is not looked for where a server
 * is judged: nothing of a project is loaded by looking at its server.
 * @throws McpcheckError `usage` where the package is there and cannot be loaded
 */
export async function loadTokenizers(load = vocabularies): Promise<readonly Tokenizer[]> {
  try {
    return await Promise.all(
      Object.entries(load).map(async ([name, vocabulary]) => {
        const { countTokens } = await vocabulary();
        const count = (text: string): number =>
          (text.match(piece) ?? []).reduce((sum, part) => sum + countTokens(part, nothingSpecial), 0);
        return { name, count };
      }),
    );
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ERR_MODULE_NOT_FOUND" && message.includes("'gpt-tokenizer'")) return [estimate];
    throw new McpcheckError("usage", `gpt-tokenizer is installed, and cannot count: ${message}`);
  }
}
