import { type Json, type JsonObject, asObject, valueAt, isArray, isObject } from "../../jsonrpc/json.ts";
import { parsed } from "../rules/json-values.ts";
import { type AnsweredCall, emptyAnswer, generatedOf, type ReadAnswer, shown, textOf } from "./read-answer.ts";

/** Reads an answer of Ollama's /api/chat: the lines of a stream, or the one body. */
export function readOllama(chunks: readonly string[], streamed: boolean): ReadAnswer {
  const faults: string[] = [];
  const lines = chunks.flatMap((text): JsonObject[] => {
    const value = parsed(text);
    if (isObject(value)) return [value];
    faults.push(`no JSON object: ${shown(text)}`);
    return [];
  });
  const error = lines.map((line) => textOf(line["error"])).find((text) => text !== undefined);
  const last = lines.at(-1) ?? {};
  const done = lines.map((line) => line["done"] === true);
  if (error === undefined && lines.length > 0) {
    const finals = done.filter(Boolean).length;
    if (finals !== 1) faults.push(`${finals} objects with done: true, expected one`);
    else if (done.indexOf(true) !== lines.length - 1) faults.push("something comes after the object with done: true");
    if (!streamed && lines.length !== 1) faults.push(`${lines.length} objects without streaming, expected one`);
    lines.forEach((line) => faults.push(...messageFaults(line)));
  }
  const messages = lines.map((line) => asObject(line["message"]));
  const contents = messages.map((message) => textOf(message["content"]) ?? "");
  return {
    ...emptyAnswer,
    content: contents.join(""),
    reasoning: messages.map((message) => textOf(message["thinking"]) ?? "").join(""),
    calls: messages.flatMap((message) => callsOf(message["tool_calls"])),
    finish: textOf(last["done_reason"]),
    tokens: typeof last["eval_count"] === "number" ? last["eval_count"] : undefined,
    generated: generatedOf(lines.flatMap((line) => (isArray(line["logprobs"]) ? line["logprobs"] : []))),
    faults: [...new Set(faults)],
    contentPieces: contents.filter((text) => text !== "").length,
    error,
  };
}

function messageFaults(line: JsonObject): string[] {
  const message = line["message"];
  if (!isObject(message)) return ["an object without a message"];
  const faults = message["role"] === "assistant" ? [] : [`the role ${JSON.stringify(message["role"])}, expected "assistant"`];
  const calls = message["tool_calls"];
  for (const call of isArray(calls) ? calls : []) {
    const given = valueAt(call, "function", "arguments");
    if (!isObject(given)) faults.push(`arguments that are not an object: ${shown(JSON.stringify(given) ?? "absent")}`);
  }
  return faults;
}

function callsOf(calls: Json | undefined): AnsweredCall[] {
  return (isArray(calls) ? calls : []).map((call) => {
    const value = valueAt(call, "function", "arguments");
    return {
      id: textOf(valueAt(call, "id")),
      name: textOf(valueAt(call, "function", "name")) ?? "",
      value,
      text: JSON.stringify(value) ?? "",
    };
  });
}
