import { asObject, type JsonObject, valueAt } from "../../../jsonrpc/json.ts";
import { asText, parsed } from "../server-messages.ts";
import { listed, type ModelMessage, type ModelWire, type OfferedTool, resultOf, saying, toolOf } from "./model-wire.ts";
import { textOfParts } from "./text-of-parts.ts";

/**
 * OpenAI's responses (https://platform.openai.com/docs/api-reference/responses): text, calls and results are items of their own. What
 * the model said in one go, without a result between, is one message here as on other wires.
 */
export const responsesWire: ModelWire = {
  asksAt: (path) => path.endsWith("/responses"),
  tools: (body) =>
    listed(valueAt(body, "tools"))
      .map(asObject)
      .flatMap((tool) => toolsOf(tool)),
  messages(body) {
    const instructions = asText(valueAt(body, "instructions"));
    const input = valueAt(body, "input");
    const items = typeof input === "string" ? [saying("user", input)] : listed(input).map(asObject).flatMap(messageOf);
    return [...(instructions === "" ? [] : [saying("system", instructions)]), ...items.reduce<ModelMessage[]>(joined, [])];
  },
};

/** Functions, also those of a namespace; what runs at the provider has no name and is none that a host carries out. */
function toolsOf(tool: JsonObject, within?: string): OfferedTool[] {
  if (tool["type"] === "namespace")
    return listed(tool["tools"])
      .map(asObject)
      .flatMap((one) => toolsOf(one, asText(tool["name"])));
  if (tool["type"] !== "function") return [];
  const one = toolOf(tool, tool["parameters"]);
  return [within === undefined ? one : { ...one, name: nameIn(within, one.name) }];
}

/** What a call names in two members, in one. */
const nameIn = (space: string, name: string): string => (space === "" ? name : `${space}__${name}`);

function messageOf(item: JsonObject): ModelMessage[] {
  const { type = "message", call_id: id } = item;
  if (type === "message") return [saying(asText(item["role"]), textOfParts(item["content"]))];
  if (type === "function_call_output") return [resultOf(id, textOfParts(item["output"]))];
  if (type !== "function_call") return [];
  const given = item["arguments"];
  const read = typeof given === "string" ? (parsed(given) ?? given) : given;
  const name = nameIn(asText(item["namespace"]), asText(item["name"]));
  return [{ ...saying("assistant", ""), calls: [{ id, name, arguments: read }] }];
}

function joined(before: ModelMessage[], next: ModelMessage): ModelMessage[] {
  const last = before.at(-1);
  if (last?.role !== "assistant" || next.role !== "assistant") return [...before, next];
  return [...before.slice(0, -1), { ...last, text: `${last.text}${next.text}`, calls: [...last.calls, ...next.calls] }];
}
