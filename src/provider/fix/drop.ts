import { isArray, type JsonObject } from "../../jsonrpc/json.ts";
import type { Provider } from "../provider.ts";
import { typesOf } from "../tool.ts";
import { inlined } from "./inline.ts";
import { merged } from "./merge.ts";
import { keywordNote, noted, without } from "./words.ts";

/** Keywords whose loss changes nothing of what fits, or that only others refer to. */
const harmless: ReadonlySet<string> = new Set(
  "$schema $id $comment $anchor $dynamicAnchor $vocabulary id title default examples deprecated readOnly writeOnly $defs definitions".split(
    " ",
  ),
);

/** What a mend knows besides the schema it mends. */
export type MendContext = {
  readonly provider: Provider;
  /** The whole schema references point into. */
  readonly root: JsonObject;
  readonly isRoot: boolean;
};

/** Whether a provider takes a keyword, wherever it stands. */
function takes({ rules }: Provider, keyword: string): boolean {
  return rules.every(
    (rule) =>
      !(rule.kind === "only" && !rule.keywords.includes(keyword)) &&
      !(rule.kind === "without" && rule.keywords.includes(keyword)),
  );
}

/** A schema without a keyword: what it says is said by another where one can, else in the description. */
export function dropped(schema: JsonObject, keyword: string, { provider, root, isRoot }: MendContext): JsonObject {
  const { [keyword]: value } = schema;
  const rest = without(schema, keyword);
  if (harmless.has(keyword) || keyword.startsWith("x-")) return rest;
  if (keyword === "$ref") return inlined(schema, root);
  if (keyword === "allOf") return merged(schema, keyword);
  if (keyword === "oneOf" && !isRoot && schema["anyOf"] === undefined && takes(provider, "anyOf"))
    return { ...rest, anyOf: value };
  if (keyword === "anyOf" || keyword === "oneOf") return merged(schema, keyword);
  if (keyword === "const" && schema["enum"] === undefined && takes(provider, "enum")) return { ...rest, enum: [value ?? null] };
  if (keyword === "prefixItems" && schema["items"] === undefined && isArray(value) && value.length > 0)
    return noted(
      { ...rest, items: value.length === 1 ? (value[0] ?? {}) : { anyOf: value } },
      `exactly ${value.length} items, in this order`,
    );
  const bound = keyword === "exclusiveMinimum" ? "minimum" : keyword === "exclusiveMaximum" ? "maximum" : undefined;
  const isWhole = typesOf(schema).length === 1 && typesOf(schema)[0] === "integer";
  if (bound !== undefined && isWhole && Number.isInteger(value) && schema[bound] === undefined && takes(provider, bound))
    return { ...rest, [bound]: Number(value) + (bound === "minimum" ? 1 : -1) };
  if (keyword === "additionalProperties" && (value === true || value === false)) return rest;
  return noted(rest, keywordNote(keyword, value));
}
