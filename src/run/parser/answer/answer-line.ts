import { inertJson } from "../../../base/json-text.ts";
import { formatExact, parseExact } from "./exact-json.ts";
import type { ParsedMessage } from "../../../toolcall/collect.ts";

/**
 * An answer as the line of the protocol. Arguments are written as an object with the digits the model wrote, or as their
 * text where they are not JSON. `id` is that of the request. No character in it acts on a terminal.
 */
export function answerLine({ content, reasoning, calls, deltas, diagnostics }: ParsedMessage, id?: unknown): string {
  const members = [
    ...(id === undefined ? [] : [`"id":${JSON.stringify(id)}`]),
    `"content":${JSON.stringify(content)}`,
    `"reasoning":${JSON.stringify(reasoning)}`,
    `"calls":[${calls.map(callText).join(",")}]`,
    `"deltas":${JSON.stringify(deltas)}`,
    ...(diagnostics.length === 0 ? [] : [`"diagnostics":${JSON.stringify(diagnostics)}`]),
  ];
  return inertJson(`{${members.join(",")}}`);
}

function callText({ name, arguments: text, id }: ParsedMessage["calls"][number]): string {
  const value = parseExact(text);
  const shown = value === undefined ? JSON.stringify(text) : formatExact(value);
  return `{"name":${JSON.stringify(name)},"arguments":${shown}${id === undefined ? "" : `,"id":${JSON.stringify(id)}`}}`;
}
