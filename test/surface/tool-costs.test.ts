import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { costChangeText, costText, largestText } from "../../src/cli/surface/cost-text.ts";
import { loadTokenizers } from "../../src/cli/surface/tokenizers.ts";
import { estimate, toolCosts } from "../../src/surface/tool-costs.ts";

const tools = [
  { name: "small", inputSchema: { type: "object" } },
  { name: "large", description: "Does many things, each of them at length.", inputSchema: { type: "object" } },
];

/** How Node says that a package is not there. */
const missing = (name: string): Promise<never> =>
  Promise.reject(Object.assign(new Error(`Cannot find package '${name}' imported from x`), { code: "ERR_MODULE_NOT_FOUND" }));

test("the cost of each tool is counted in both vocabularies, the largest first", async () => {
  const costs = toolCosts(tools, await loadTokenizers());
  expect(costs.map(({ tokenizer, tools: [first] }) => [tokenizer, first?.name])).toEqual([
    ["o200k_base", "large"],
    ["cl100k_base", "large"],
  ]);
  expect(costs[0]?.tools[1]?.tokens).toBe(countTokens(JSON.stringify({ name: "small", inputSchema: { type: "object" } })));
  expect(costText(costs)).toBe(`${costs[0]?.total} tokens (o200k_base), ${costs[1]?.total} (cl100k_base)`);
});

test("without gpt-tokenizer it is the estimate, which says that it is one", async () => {
  const tokenizers = await loadTokenizers({ o200k_base: async () => await missing("gpt-tokenizer") });
  expect(tokenizers).toEqual([estimate]);
  const costs = toolCosts(tools, tokenizers);
  // {"name":"small","inputSchema":{"type":"object"}} has 48 bytes, the other 106.
  expect(costs).toEqual([
    {
      tokenizer: "estimate",
      total: 39,
      tools: [
        { name: "large", tokens: 27 },
        { name: "small", tokens: 12 },
      ],
    },
  ]);
  expect(costText(costs)).toBe("about 39 tokens (at four bytes a token: gpt-tokenizer, which counts, is not installed)");
  expect(costs.map(largestText)).toEqual(["largest, at four bytes a token: large 27, small 12"]);
  expect(costChangeText(costs, toolCosts(tools.slice(1), tokenizers))).toBe(
    "tools cost about 39 tokens before, 27 now (at four bytes a token); changed most: small 12 → 0",
  );
});

test("one that is installed and cannot count is not taken for one that is not there", async () => {
  const broken = { o200k_base: async () => await missing("something-else") };
  await expect(loadTokenizers(broken)).rejects.toThrow(/gpt-tokenizer is installed, and cannot count: .*something-else/);
});

test("words for models within a text are text, and long texts count as they would in one piece", async () => {
  const [o200k] = await loadTokenizers();
  expect(o200k?.count("<|endoftext|>")).toBe(7);
  const prose = "It says, at length, what it does:\n  and then some.  ".repeat(400);
  expect(o200k?.count(prose)).toBe(countTokens(prose));
});

test("a word without end is counted in pieces", async () => {
  const seen: number[] = [];
  const [counter] = await loadTokenizers({
    vocabulary: () => Promise.resolve({ countTokens: (text: string) => seen.push(text.length) }),
  });
  counter?.count(`${"a".repeat(10_000)}${" ".repeat(10_000)}`);
  expect(seen.reduce((sum, length) => sum + length, 0)).toBe(20_000);
  expect(Math.max(...seen)).toBeLessThanOrEqual(4096);
});
