import { asObject, isObject, type JsonObject, valueAt } from "../../../jsonrpc/json.ts";
import { asText } from "../server-messages.ts";
import { listed, type ModelMessage, type ModelWire, resultOf, saying, toolOf } from "./model-wire.ts";
import { textOfParts } from "./text-of-parts.ts";

/** Anthropic's messages (https://docs.anthropic.com/en/api/messages): results of calls are blocks of a user's message. */
export const anthropicWire: ModelWire = {
  asksAt: (path) => path.endsWith("/messages"),
  tools: (body) =>
    listed(valueAt(body, "tools"))
      .map(asObject)
      .map((tool) => toolOf(tool, tool["input_schema"])),
  messages: (body) => [
    ...systemOf(textOfParts(valueAt(body, "system"))),
    ...listed(valueAt(body, "messages")).map(asObject).flatMap(messagesOf),
  ],
};

const systemOf = (text: string): ModelMessage[] => (text === "" ? [] : [saying("system", text)]);

function messagesOf({ role, content }: JsonObject): ModelMessage[] {
  const blocks = listed(content).filter(isObject);
  const ofType = (type: string): JsonObject[] => blocks.filter((block) => block["type"] === type);
  const results = ofType("tool_result").map((block) => resultOf(block["tool_use_id"], textOfParts(block["content"])));
  const calls = ofType("tool_use").map(({ id, name, input }) => ({ id, name: asText(name), arguments: input }));
  const text = typeof content === "string" ? content : textOfParts(ofType("text"));
  if (results.length > 0 && text === "" && calls.length === 0) return results;
  return [...results, { ...saying(asText(role), text), calls }];
}
