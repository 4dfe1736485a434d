import { asObject, isArray, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import { nestsDeeper } from "../../jsonrpc/nesting.ts";

/**
 * The place in a request that nests deeper than anything that walks it should have to follow, if there is one: a member, or the
 * arguments of a call of its history, which are JSON in a text on one of the APIs.
 */
export function deepMember(request: JsonObject): string | undefined {
  const member = Object.entries(request).find(([, value]) => nestsDeeper(value));
  if (member !== undefined) return member[0];
  const messages = isArray(request["messages"]) ? request["messages"] : [];
  for (const [at, message] of messages.entries()) {
    const calls = asObject(message)["tool_calls"];
    for (const [index, call] of (isArray(calls) ? calls : []).entries()) {
      if (hidesDepth(asObject(asObject(call)["function"])["arguments"]))
        return `messages.${at}.tool_calls.${index}.function.arguments`;
    }
  }
  return undefined;
}

/** Whether a text is JSON that nests too deeply, also where it was written as a text once more. */
function hidesDepth(text: Json | undefined): boolean {
  if (typeof text !== "string") return nestsDeeper(text);
  if (!/[[{]/.test(text)) return false;
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === "string" ? hidesDepth(value) : nestsDeeper(value);
  } catch {
    return false;
  }
}
