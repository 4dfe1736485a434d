import { textOrJson } from "../../rules/text-forms.ts";
import { listWalks, type ListWalk } from "../../../trace/facts/list-walk.ts";
import { estimatedTokens, textOfTool } from "../../../trace/tool-tokens.ts";
import type { Check } from "../../check.ts";
import { inconclusive, satisfied, violated } from "../../outcome.ts";

/** What a list may cost: with a few servers of this size, a tenth and more of a usual context window is tools. */
const mostTokens = 10_000;

type Cost = { readonly name: string; readonly tokens: number };

export const toolsListAffordable: Check = {
  id: "tools.list-affordable",
  title: "The tools of a server take up at most some 10,000 tokens",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/tools#tool" },
  capability: "tools",
  advice:
    "Shorten descriptions and schemas, the heaviest first, or offer fewer tools: hosts put all of it into every request to the model.",
  tolerance:
    "Counted is what a model is given: name, description and inputSchema as JSON, four bytes a token. Models count differently, by some tens of per cent: mcpcheck surface save says what each tool costs in OpenAI's vocabularies, where the package gpt-tokenizer is installed. The verdict never depends on that.",
  verify(trace) {
    const [heaviest] = listWalks(trace, "tools")
      .map((walk) => ({ walk, costs: costsOf(walk) }))
      .filter(({ costs }) => costs.length > 0)
      .toSorted((a, b) => total(b.costs) - total(a.costs));
    if (heaviest === undefined) return inconclusive("no tools were listed");
    const refs = heaviest.walk.pages.map(({ call }) => call.answer);
    const [first, ...rest] = refs;
    const message = described(heaviest.costs);
    return first === undefined || total(heaviest.costs) <= mostTokens
      ? satisfied(refs, undefined, message)
      : violated([first, ...rest], message);
  },
};

/** What each tool of a walk costs, the heaviest first; a name that comes again counts once. */
function costsOf(walk: ListWalk): Cost[] {
  const costs = new Map<string, number>();
  for (const { item } of walk.items) {
    costs.set(textOrJson(item["name"]), estimatedTokens(textOfTool(item)));
  }
  return [...costs].map(([name, tokens]) => ({ name, tokens })).toSorted((a, b) => b.tokens - a.tokens);
}

const total = (costs: readonly Cost[]): number => costs.reduce((sum, { tokens }) => sum + tokens, 0);

function described(costs: readonly Cost[]): string {
  const each = costs.slice(0, 5).map(({ name, tokens }) => `${JSON.stringify(name)} ${tokens}`);
  const rest =
    costs.length > each.length ? `, and ${total(costs.slice(each.length))} for the other ${costs.length - each.length}` : "";
  return `${costs.length === 1 ? "one tool takes" : `${costs.length} tools take`} about ${total(costs)} tokens: ${each.join(", ")}${rest}`;
}
