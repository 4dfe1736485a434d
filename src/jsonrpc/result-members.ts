import { isObject, type Json } from "./json.ts";

/** The members by which the result of a method is known: one of them is in every such result, and in no other. */
const resultMembers: Readonly<Record<string, readonly string[]>> = {
  initialize: ["protocolVersion", "serverInfo"],
  "server/discover": ["supportedVersions"],
  "tools/list": ["tools"],
  "tools/call": ["content", "structuredContent"],
  "resources/list": ["resources"],
  "resources/templates/list": ["resourceTemplates"],
  "resources/read": ["contents"],
  "prompts/list": ["prompts"],
  "prompts/get": ["messages"],
  "completion/complete": ["completion"],
};

/** Whether a result shows by its members that it is one of a method; never so where the method's result may be empty. */
export function isResultOf(method: string, result: Json): boolean {
  return isObject(result) && (resultMembers[method] ?? []).some((member) => result[member] !== undefined);
}
