import { asObject, isArray, isObject, type Json, type JsonObject } from "../jsonrpc/json.ts";

/** A tool as a server lists it, as far as a model is given it. Other members are kept. */
export type ListedTool = { readonly name: string; readonly description?: string; readonly inputSchema: JsonObject };

/** The tools in a list that have a name: nothing else can be handed to a model. */
export function listedTools(items: readonly Json[]): ListedTool[] {
  return items.flatMap((item): ListedTool[] => {
    if (!isObject(item)) return [];
    const { name, description, inputSchema } = item;
    if (typeof name !== "string") return [];
    const said = typeof description === "string" ? { description } : {};
    return [{ ...item, name, ...said, inputSchema: isObject(inputSchema) ? inputSchema : { type: "object" } }];
  });
}

/** The words of `type`; none where it is not said. */
export function typesOf({ type }: JsonObject): readonly string[] {
  const words = isArray(type) ? type : [type];
  return words.filter((word): word is string => typeof word === "string");
}

/** The schemas by name in a member of a schema. */
export function schemasIn(schema: JsonObject, member: string): readonly (readonly [string, Json])[] {
  return Object.entries(asObject(schema[member])).flatMap(([name, one]) => (one === undefined ? [] : [[name, one] as const]));
}
