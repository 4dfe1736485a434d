import type { JsonObject } from "../jsonrpc/json.ts";
import { estimatedTokens, textOfTool } from "../trace/tool-tokens.ts";

/** What counts the tokens of a text as a family of models does. */
export type Tokenizer = {
  /** The name of its vocabulary: `o200k_base`. */
  readonly name: string;
  readonly count: (text: string) => number;
};

/** What a list of tools costs by one tokenizer. */
export type ToolCosts = {
  /** The vocabulary counted by, or `estimate`: four bytes a token. */
  readonly tokenizer: string;
  /** The sum over all tools. */
  readonly total: number;
  /** What each tool costs (name, description and input schema as JSON), the largest first. */
  readonly tools: readonly { readonly name: string; readonly tokens: number }[];
};

/** The rule of thumb, for whoever has no tokenizer. */
export const estimate: Tokenizer = { name: "estimate", count: estimatedTokens };

/** What the tools cost by each tokenizer. */
export function toolCosts(tools: readonly JsonObject[], tokenizers: readonly Tokenizer[]): ToolCosts[] {
  const texts = tools.map((tool) => ({ name: typeof tool["name"] === "string" ? tool["name"] : "", text: textOfTool(tool) }));
  return tokenizers.map(({ name: tokenizer, count }) => {
    const costs = texts.map(({ name, text }) => ({ name, tokens: count(text) })).toSorted((a, b) => b.tokens - a.tokens);
    return { tokenizer, total: costs.reduce((sum, { tokens }) => sum + tokens, 0), tools: costs };
  });
}
