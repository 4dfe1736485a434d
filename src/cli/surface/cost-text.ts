import { visible } from "../../base/visible.ts";
import { estimate, type ToolCosts } from "../../surface/tool-costs.ts";

/** How many of the tools that cost most, or changed most, are named. */
const mostNamed = 5;

const isEstimate = ({ tokenizer }: ToolCosts): boolean => tokenizer === estimate.name;

/** What all tools cost: `120 tokens (o200k_base), 124 (cl100k_base)`, or the estimate, which says what would count. */
export function costText(costs: readonly ToolCosts[]): string {
  return costs
    .map((one, index) => {
      const unit = index === 0 ? " tokens" : "";
      return isEstimate(one)
        ? `about ${one.total} tokens (at four bytes a token: gpt-tokenizer, which counts, is not installed)`
        : `${one.total}${unit} (${one.tokenizer})`;
    })
    .join(", ");
}

/** The tools that cost most by one tokenizer. */
export function largestText(costs: ToolCosts): string {
  const named = costs.tools.slice(0, mostNamed).map(({ name, tokens }) => `${nameText(name)} ${tokens}`);
  return `largest, ${isEstimate(costs) ? "at four bytes a token" : `by ${costs.tokenizer}`}: ${named.join(", ")}`;
}

/** What tools cost before and now: the sums by each tokenizer, and the tools whose cost changed most by the first. */
export function costChangeText(was: readonly ToolCosts[], is: readonly ToolCosts[]): string {
  const [first] = was;
  const sums = was.map((before, index) => {
    const [unit, of] = [index === 0 ? " tokens" : "", is[index]?.total ?? 0];
    return isEstimate(before)
      ? `about ${before.total} tokens before, ${of} now (at four bytes a token)`
      : `${before.total}${unit} before, ${of} now (${before.tokenizer})`;
  });
  const changed = first === undefined ? [] : changedMost(first, is[0]);
  const most = changed.length === 0 ? "" : `; changed most: ${changed.join(", ")}`;
  return `tools cost ${sums.join(", ")}${most}`;
}

function changedMost(was: ToolCosts, is: ToolCosts | undefined): string[] {
  const before = new Map(was.tools.map(({ name, tokens }) => [name, tokens]));
  const after = new Map((is?.tools ?? []).map(({ name, tokens }) => [name, tokens]));
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names
    .map((name) => ({ name, from: before.get(name) ?? 0, to: after.get(name) ?? 0 }))
    .filter(({ from, to }) => from !== to)
    .toSorted((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from))
    .slice(0, mostNamed)
    .map(({ name, from, to }) => `${nameText(name)} ${from} → ${to}`);
}

const nameText = (name: string): string => (name === "" ? "(no name)" : visible(name));
