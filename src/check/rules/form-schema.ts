import { valueAt, isArray, isObject, type Json } from "../../jsonrpc/json.ts";

const primitives = new Set<Json | undefined>(["string", "number", "integer", "boolean"]);

/** What keeps a `requestedSchema` from being a flat form (client/elicitation, "Requested Schema"); undefined when it is one. */
export function formDefect(schema: Json | undefined): string | undefined {
  if (!isObject(schema)) return `requestedSchema is ${JSON.stringify(schema) ?? "missing"}`;
  if (schema["type"] !== "object") return `requestedSchema has type ${JSON.stringify(schema["type"])}`;
  const properties = schema["properties"];
  if (!isObject(properties)) return `requestedSchema.properties is ${JSON.stringify(properties) ?? "missing"}`;
  for (const [name, member] of Object.entries(properties)) {
    const defect = memberDefect(member);
    if (defect !== undefined) return `${name} ${defect}`;
  }
  return undefined;
}

function memberDefect(member: Json | undefined): string | undefined {
  const type = valueAt(member, "type");
  if (primitives.has(type)) return undefined;
  if (type !== "array") return `is of type ${JSON.stringify(type) ?? "(none)"}`;
  const items = valueAt(member, "items");
  const isChoice = isArray(valueAt(items, "enum")) || isArray(valueAt(items, "anyOf")) || isArray(valueAt(items, "oneOf"));
  return isChoice ? undefined : "is a list that is not a choice among given values";
}
