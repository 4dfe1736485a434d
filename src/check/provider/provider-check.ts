import { groupBy } from "../../base/group-by.ts";
import { type Defect, defectsOf } from "../../provider/judge/defects.ts";
import type { Provider } from "../../provider/provider.ts";
import { listedTools } from "../../provider/tool.ts";
import { listWalks } from "../../trace/facts/list-walk.ts";
import type { Check } from "../check.ts";
import { inconclusive, notApplicable, overall } from "../outcome.ts";

/** The id of the check of a provider. */
export const providerCheckId = (id: string): string => `tools.provider-${id}`;

/** Whether a check is about a provider: no rule of the protocol, so that a server that keeps those may well violate it. */
export const isProviderCheck = (id: string): boolean => id.startsWith(providerCheckId(""));

/** The check whether a provider takes the tools of a server as they stand: nothing is refused, and nothing left out. */
export function providerCheck(provider: Provider): Check {
  const { id, title, docs, where, read } = provider;
  return {
    id: providerCheckId(id),
    title: `${title} takes the tools as they stand`,
    subject: "server",
    level: "PRACTICE",
    onRequest: `no rule of the protocol demands it; --providers ${id} demands it, and then what is refused fails the run`,
    spec: { "2024-11-05": docs },
    capability: "tools",
    advice: `mcpcheck surface fix --provider ${id} prints the tools as it takes them; mcpcheck explain ${providerCheckId(id)} lists the smallest mends.`,
    tolerance: `Rules as they were read on ${read}, for ${where}. Hosts may change what they hand on.`,
    verify(trace) {
      const walks = listWalks(trace, "tools");
      const walk = walks.find(({ complete }) => complete) ?? walks[0];
      const [first] = walk?.items ?? [];
      if (walk === undefined) return inconclusive("no tools were listed");
      if (first === undefined) return notApplicable("there are no tools");
      const tools = listedTools(walk.items.map(({ item }) => item));
      const groups = groupBy(defectsOf(tools, provider), ({ rule, wrong }) => `${rule.kind} ${wrong}`);
      const seqOf = new Map(walk.items.map(({ item, seq }) => [item["name"], seq]));
      const wrong = [...groups.values()].flatMap((defects) => {
        const [one] = defects;
        if (one === undefined) return [];
        const exhibit = { ref: seqOf.get(one.tool ?? undefined) ?? first.seq, wrong: told(one, defects) };
        return [one.rule.ignored === true ? { ...exhibit, leftOut: true as const } : exhibit];
      });
      // What the provider refuses is named before what it leaves out.
      wrong.sort((a, b) => Number("leftOut" in a) - Number("leftOut" in b));
      return overall(wrong.length > 0 ? wrong : walk.items.map(({ seq }) => ({ ref: seq })), "no tools were listed");
    },
  };
}

/** One kind of defect in a line: the first tool and place it was found at, and what the provider says to it. */
function told({ rule, tool, pointer, wrong }: Defect, alike: readonly Defect[]): string {
  const more = alike.length > 1 ? `, and ${alike.length - 1} more like it` : "";
  const where = tool === null ? "" : `${JSON.stringify(tool)} at ${pointer} `;
  return `${where}${wrong}${more} (${rule.ignored === true ? "it is left out: " : ""}${rule.says})`;
}
