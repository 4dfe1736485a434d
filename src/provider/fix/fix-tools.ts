import { isObject, type JsonObject } from "../../jsonrpc/json.ts";
import { sameJson } from "../../jsonrpc/sorted-json.ts";
import { type Defect, defectsOf } from "../judge/defects.ts";
import { nodeDefects } from "../judge/node-defects.ts";
import type { Provider } from "../provider.ts";
import { mapInner } from "../schema-nodes.ts";
import type { ListedTool } from "../tool.ts";
import { fittingName } from "./fitting-name.ts";
import { mended } from "./mends.ts";
import { withoutNullAlternative } from "./types.ts";
import { without } from "./words.ts";

/** A list of tools as a provider takes it, and what became of the list that was given. */
export type Fixed = {
  readonly tools: readonly ListedTool[];
  /** What was wrong and is mended, as it stood in the given list. */
  readonly changes: readonly Defect[];
  /** The given names of tools by their new ones, where these differ: calls have to be named back. */
  readonly names: Readonly<Record<string, string>>;
  /** What is still wrong: no mend is known for it. */
  readonly left: readonly Defect[];
};

/** A mend may bring up what another rule forbids: after so many rounds it is given up. */
const mostRounds = 12;

/**
 * Makes tools such that a provider takes them: what it does not know is said otherwise, or in descriptions. A list it takes as it
 * stands is handed back unchanged.
 */
export function fixTools(tools: readonly ListedTool[], provider: Provider): Fixed {
  const wrong = defectsOf(tools, provider);
  const taken = new Set(tools.map(({ name }) => name));
  const named = tools.map((tool) => fixTool(tool, provider, taken));
  const left = defectsOf(named, provider);
  const names = tools.flatMap(({ name }, index) => {
    const now = named[index]?.name ?? name;
    return now === name ? [] : [[now, name] as const];
  });
  const isLeft = (one: Defect): boolean => left.some((other) => other.rule === one.rule && other.pointer === one.pointer);
  return { tools: named, changes: wrong.filter((one) => !isLeft(one)), names: Object.fromEntries(names), left };
}

function fixTool(tool: ListedTool, provider: Provider, taken: Set<string>): ListedTool {
  let fixed = tool;
  for (const rule of provider.rules) {
    if (rule.kind === "name" && !new RegExp(rule.pattern).test(fixed.name))
      fixed = { ...fixed, name: fittingName(fixed.name, { fits: new RegExp(rule.pattern), longest: rule.longest, taken }) };
    if (rule.kind === "description-filled" && fixed.description === "") {
      const { description: _empty, ...rest } = fixed;
      fixed = rest;
    }
  }
  return { ...fixed, inputSchema: fixedSchema(tool.inputSchema, provider) };
}

function fixedSchema(given: JsonObject, provider: Provider): JsonObject {
  const noNull = provider.rules.some((rule) => rule.kind === "types" && !rule.only.includes("null"));
  let root = given;
  const visit = (schema: JsonObject, isRoot: boolean): JsonObject => {
    const context = { provider, root: given, isRoot };
    const inside = mapInner(noNull ? withoutNullAlternative(schema) : schema, (inner, member) =>
      provider.opaque?.includes(member) === true ? inner : visit(inner, false),
    );
    return provider.rules.reduce(
      (sum, rule) => (nodeDefects(rule, sum, isRoot).length === 0 ? sum : mended(rule, sum, context)),
      inside,
    );
  };
  for (let round = 0; round < mostRounds; round++) {
    const next = visit(root, true);
    if (sameJson(next, root)) break;
    root = next;
  }
  return isObject(root["$defs"]) && !JSON.stringify(without(root, "$defs")).includes('"$ref"') && !sameJson(root, given)
    ? without(root, "$defs")
    : root;
}
