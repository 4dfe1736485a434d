import { isArray } from "../../jsonrpc/json.ts";
import type { Provider } from "../provider.ts";
import type { Rule } from "../rule.ts";
import { type SchemaNode, schemaNodes } from "../schema-nodes.ts";
import { type ListedTool, schemasIn } from "../tool.ts";
import { nodeDefects } from "./node-defects.ts";

/** One reason why a provider does not take a list as it stands. */
export type Defect = {
  readonly rule: Rule;
  /** Null for what is wrong with the list as a whole. */
  readonly tool: string | null;
  /** Where in the tool, as a JSON pointer. */
  readonly pointer: string;
  readonly keyword: string | null;
  /** What is wrong, in a few words. */
  readonly wrong: string;
};

/** Why a provider does not take these tools as they stand, tool by tool; empty where it does. */
export function defectsOf(tools: readonly ListedTool[], provider: Provider): Defect[] {
  const whole = provider.rules.flatMap((rule): Defect[] =>
    rule.kind === "tool-count" && tools.length > rule.most
      ? [{ rule, tool: null, pointer: "", keyword: null, wrong: `there are ${tools.length} tools, more than ${rule.most}` }]
      : [],
  );
  return [...whole, ...tools.flatMap((tool) => toolDefects(tool, provider))];
}

function toolDefects(tool: ListedTool, provider: Provider): Defect[] {
  const nodes = schemaNodes(tool.inputSchema, provider.opaque);
  return provider.rules.flatMap((rule): Defect[] => {
    const defect = (pointer: string, keyword: string | null, wrong: string): Defect => ({
      rule,
      tool: tool.name,
      pointer,
      keyword,
      wrong,
    });
    if (rule.kind === "name")
      return new RegExp(rule.pattern).test(tool.name)
        ? []
        : [defect("/name", null, `has a name of ${tool.name.length} characters that does not fit`)];
    if (rule.kind === "description-filled")
      return tool.description === "" ? [defect("/description", null, "has an empty description")] : [];
    const all = wholeDefect(rule, nodes);
    if (all !== undefined) return [defect("/inputSchema", null, all)];
    return nodes.flatMap(({ schema, pointer }) =>
      nodeDefects(rule, schema, pointer === "").map(({ keyword, wrong }) => defect(`/inputSchema${pointer}`, keyword, wrong)),
    );
  });
}

/** What is wrong with a schema as a whole. */
function wholeDefect(rule: Rule, nodes: readonly SchemaNode[]): string | undefined {
  if (rule.kind === "depth") {
    const deepest = nodes.reduce(
      (most, { schema, depth }) => (schema["properties"] === undefined ? most : Math.max(most, depth)),
      0,
    );
    return deepest > rule.most ? `nests objects ${deepest} levels deep, more than ${rule.most}` : undefined;
  }
  if (rule.kind !== "total") return undefined;
  const sum = nodes.reduce((total, { schema }) => total + counted(rule.of, schema), 0);
  return sum > rule.most ? `has ${sum} ${rule.of}, more than ${rule.most}` : undefined;
}

function counted(what: Extract<Rule, { kind: "total" }>["of"], schema: SchemaNode["schema"]): number {
  const names = schemasIn(schema, "properties").map(([name]) => name);
  if (what === "properties") return names.length;
  const values = isArray(schema["enum"]) ? schema["enum"] : [];
  if (what === "enum values") return values.length;
  const defs = [...schemasIn(schema, "$defs"), ...schemasIn(schema, "definitions")].map(([name]) => name);
  const texts = [...names, ...defs, ...values.filter((value) => typeof value === "string"), schema["const"]];
  return texts.reduce<number>((sum, text) => sum + (typeof text === "string" ? text.length : 0), 0);
}
