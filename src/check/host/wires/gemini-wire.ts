import { asObject, isObject, type Json, type JsonObject, valueAt } from "../../../jsonrpc/json.ts";
import { asText } from "../server-messages.ts";
import { listed, type ModelMessage, type ModelWire, resultOf, saying, toolOf } from "./model-wire.ts";
import { textOfParts } from "./text-of-parts.ts";

/** Gemini's content (https://ai.google.dev/api/generate-content): calls and results are parts, results of the user's. */
export const geminiWire: ModelWire = {
  asksAt: (path) => /:(generateContent|streamGenerateContent)$/.test(path),
  tools: (body) =>
    listed(valueAt(body, "tools"))
      .flatMap((tool) => listed(either(asObject(tool), "functionDeclarations")))
      .map(asObject)
      .map((tool) => toolOf(tool, either(tool, "parametersJsonSchema") ?? tool["parameters"])),
  messages(body) {
    const system = textOfParts(valueAt(either(asObject(body), "systemInstruction"), "parts"));
    return [
      ...(system === "" ? [] : [saying("system", system)]),
      ...listed(valueAt(body, "contents")).map(asObject).flatMap(messagesOf),
    ];
  },
};

function messagesOf({ role, parts }: JsonObject): ModelMessage[] {
  const all = listed(parts).map(asObject);
  const member = (name: string): JsonObject[] => all.map((part) => either(part, name)).filter(isObject);
  const results = member("functionResponse").map(({ id, response }) => resultOf(id, resultText(asObject(response))));
  const calls = member("functionCall").map(({ id, name, args }) => ({ id, name: asText(name), arguments: args ?? {} }));
  const text = textOfParts(all.filter((part) => part["thought"] !== true));
  if (results.length > 0 && text === "" && calls.length === 0) return results;
  return [...results, { ...saying(role === "model" ? "assistant" : "user", text), calls }];
}

/** A result is an object: its `output`, or its `error`, where it has one, else all of it. */
function resultText(response: JsonObject): string {
  const said = response["output"] ?? response["error"] ?? response;
  return typeof said === "string" ? said : JSON.stringify(said);
}

/** A member in one of the two spellings that JSON of protocol buffers has. */
function either(object: JsonObject, name: string): Json | undefined {
  return object[name] ?? object[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}
