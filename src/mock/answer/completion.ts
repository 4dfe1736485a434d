import { asObject, isObject } from "../../jsonrpc/json.ts";
import { type Answer, badParams } from "../conversation/answer.ts";
import type { Call } from "./call.ts";

/** Most values one answer may hold (server/utilities/completion). */
const mostValues = 100;

/** Answers `completion/complete`: values that start with what was typed, then those that contain it. */
export function complete(call: Call): Answer {
  const { ref, argument } = call.params;
  if (!isObject(ref)) return badParams("ref must be an object");
  const { name, value } = asObject(argument);
  if (typeof name !== "string" || typeof value !== "string") return badParams("argument must have a name and a value");
  const known = ref["type"] === "ref/prompt" ? ofPrompt(call, ref["name"], name) : ofTemplate(call, ref, name);
  if ("error" in known || "result" in known) return known;
  const typed = value.toLowerCase();
  const ranked = [
    ...known.values.filter((one) => one.toLowerCase().startsWith(typed)),
    ...known.values.filter((one) => one.toLowerCase().indexOf(typed) > 0),
  ];
  return {
    result: { completion: { values: ranked.slice(0, mostValues), total: ranked.length, hasMore: ranked.length > mostValues } },
  };
}

type Known = { readonly values: readonly string[] } | Answer;

function ofPrompt(call: Call, prompt: unknown, argument: string): Known {
  const found = (call.script.prompts ?? []).find((one) => one.name === prompt);
  if (found === undefined) return badParams(`Unknown prompt: ${String(prompt)}`);
  const described = (found.arguments ?? []).find((one) => one.name === argument);
  return described === undefined ? badParams(`Unknown argument: ${argument}`) : { values: described.completes ?? [] };
}

function ofTemplate(call: Call, ref: Readonly<Record<string, unknown>>, argument: string): Known {
  if (ref["type"] !== "ref/resource") return badParams("ref.type must be ref/prompt or ref/resource");
  const template = (call.script.resourceTemplates ?? []).find((one) => one.uriTemplate === ref["uri"]);
  if (template !== undefined) {
    const values = template.values[argument];
    return values === undefined ? badParams(`Unknown argument: ${argument}`) : { values };
  }
  const listed = (call.script.resources ?? []).some((one) => one.uri === ref["uri"]);
  return listed ? { values: [] } : badParams(`Unknown resource: ${String(ref["uri"])}`);
}
