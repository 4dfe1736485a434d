import { asObject, isArray, isObject, type Json, type JsonObject } from "../../../jsonrpc/json.ts";
import { listed } from "../../../trace/facts/server-facts.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall, overallIfAny } from "../../outcome.ts";

export const toolsArgumentsDescribed: Check = {
  id: "tools.arguments-described",
  title: "It is said of every required argument of a tool what it is",
  subject: "server",
  level: "PRACTICE",
  onRequest: "one server in three leaves such descriptions out, and many names speak for themselves",
  spec: { "2024-11-05": "server/tools#tool" },
  capability: "tools",
  advice: "Give the property a description, with its form and an example: the model fills it in from nothing else.",
  tolerance:
    "It may be said by what the property's schema refers to, is composed of or holds (items, members), by an enum or const, or by the tool's own description where it names the argument.",
  verify(trace) {
    const tools = listed(trace, "tools");
    if (tools.length === 0) return overall([], "no tools were listed");
    return overallIfAny(
      tools.flatMap(({ seq, item }) =>
        requiredOf(item).map((name): Exhibit => ({ ref: seq, wrong: isSaid(item, name) ? undefined : nothingSaid(item, name) })),
      ),
      "no tool has a required argument",
    );
  },
};

const nothingSaid = (tool: JsonObject, name: string): string =>
  `${JSON.stringify(tool["name"])} says nothing of its argument ${JSON.stringify(name)}`;

/** The names of the required arguments that a schema lists among its properties. */
function requiredOf(tool: JsonObject): string[] {
  const { required, properties } = asObject(tool["inputSchema"]);
  const known = asObject(properties);
  return isArray(required)
    ? required.filter((name): name is string => typeof name === "string" && Object.hasOwn(known, name))
    : [];
}

function isSaid(tool: JsonObject, name: string): boolean {
  const schema = asObject(tool["inputSchema"]);
  return names(tool["description"], name) || speaks(asObject(schema["properties"])[name], schema, 0);
}

/** Whether a text has the name in it as a word of its own. */
function names(text: Json | undefined, name: string): boolean {
  return typeof text === "string" && text.split(/[^\p{L}\p{N}_-]+/u).includes(name);
}

/** Deeper than anybody composes a schema by hand; references may go in circles. */
const deepest = 8;

/** Whether a schema has a description or a closed set of values, itself or in what it refers to, is composed of, or holds. */
function speaks(schema: Json | undefined, root: JsonObject, depth: number): boolean {
  if (!isObject(schema) || depth > deepest) return false;
  const { description, enum: values, $ref, allOf, anyOf, oneOf, items, properties } = schema;
  if (typeof description === "string" && description.trim() !== "") return true;
  if (values !== undefined || Object.hasOwn(schema, "const")) return true;
  const parts = [allOf, anyOf, oneOf].flatMap((list) => (isArray(list) ? list : []));
  // What stands elsewhere cannot be looked at here, and may well speak.
  if (typeof $ref === "string" && !$ref.startsWith("#/")) return true;
  const referred = typeof $ref === "string" ? [at(root, $ref)] : [];
  return [...referred, ...parts, items, ...Object.values(asObject(properties))].some((part) => speaks(part, root, depth + 1));
}

/** What a JSON pointer in a fragment leads to. */
function at(root: JsonObject, ref: string): Json | undefined {
  return ref
    .slice(2)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<Json | undefined>((value, step) => (isObject(value) ? value[step] : undefined), root);
}
