import { type Json, isArray, isObject } from "../../jsonrpc/json.ts";
import { type Answer, badParams } from "../conversation/answer.ts";
import { performThen } from "./behaviour.ts";
import type { Call } from "./call.ts";
import { pageOf } from "./page.ts";
import { shapeContent, shapeDefinition } from "../era/revision-shape.ts";
import type { MockPrompt } from "../script/script.ts";
import { fill } from "../script/uri-template.ts";

/** Answers `prompts/list`. */
export function listPrompts(call: Call): Answer {
  const prompts = (call.script.prompts ?? []).map((prompt) => {
    const shaped = shapeDefinition("prompt", prompt, call.revision, ["answers", "arguments"]);
    if (prompt.arguments === undefined) return shaped;
    return {
      ...shaped,
      arguments: prompt.arguments.map((one) => shapeDefinition("promptArgument", one, call.revision, ["completes"])),
    };
  });
  return pageOf(call, "prompts", prompts);
}

/** Answers `prompts/get`. */
export async function getPrompt(call: Call): Promise<Answer> {
  const { name, arguments: given } = call.params;
  if (typeof name !== "string") return badParams("name must be a string");
  const prompt = (call.script.prompts ?? []).find((one) => one.name === name);
  if (prompt === undefined) return badParams(`Unknown prompt: ${name}`);
  if (given !== undefined && !isObject(given)) return badParams("arguments must be an object");
  const values: Record<string, string> = {};
  for (const [key, value] of Object.entries(given ?? {})) {
    if (typeof value !== "string") return badParams(`The argument ${key} must be a string`);
    values[key] = value;
  }
  const missing = (prompt.arguments ?? []).find((one) => one.required === true && !Object.hasOwn(values, one.name));
  if (missing !== undefined && !call.omits("required-arguments")) return badParams(`Missing required argument: ${missing.name}`);
  return performThen(call, prompt.answers, () => ({ result: promptResult(call, prompt, values) }));
}

function promptResult(call: Call, prompt: MockPrompt, values: Readonly<Record<string, string>>) {
  const { description, messages } = prompt.answers;
  const known: Record<string, string> = {};
  for (const { name } of prompt.arguments ?? []) known[name] = values[name] ?? "";
  return {
    ...(description === undefined ? {} : { description }),
    messages: messages.map((message) => {
      const [content] = shapeContent([filled(message["content"] ?? null, known)], call.revision);
      return { ...message, content: content ?? null };
    }),
  };
}

function filled(value: Json, values: Readonly<Record<string, string>>): Json {
  if (typeof value === "string") return fill(value, values);
  if (isArray(value)) return value.map((item) => filled(item, values));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member ?? null, values)]));
}
