import { asObject, isObject, type Json, valueAt } from "../../../jsonrpc/json.ts";
import { asText, parsed } from "../server-messages.ts";
import { listed, type ModelMessage, type ModelWire, toolOf } from "./model-wire.ts";
import { textOfParts } from "./text-of-parts.ts";

/** OpenAI's chat completions, and Ollama's chat, which has the same members. */
export const chatWire: ModelWire = {
  asksAt: (path) => /\/(chat|chat\/completions|generate)$/.test(path),
  tools: (body) =>
    listed(valueAt(body, "tools")).map((tool) => {
      const inner = asObject(isObject(valueAt(tool, "function")) ? valueAt(tool, "function") : tool);
      return toolOf(inner, inner["parameters"]);
    }),
  messages: (body) =>
    listed(valueAt(body, "messages"))
      .filter(isObject)
      .map((message) => ({
        role: asText(message["role"]),
        text: textOfParts(message["content"]),
        calls: callsOf(message["tool_calls"]),
        answers: message["tool_call_id"],
      })),
};

function callsOf(calls: Json | undefined): ModelMessage["calls"] {
  return listed(calls).map((call) => {
    const given = valueAt(call, "function", "arguments");
    return {
      id: valueAt(call, "id"),
      name: asText(valueAt(call, "function", "name")),
      arguments: typeof given === "string" ? (parsed(given) ?? given) : given,
    };
  });
}
