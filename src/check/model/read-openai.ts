import { counted } from "../../base/counted.ts";
import { type Json, type JsonObject, asObject, valueAt, isArray, isObject } from "../../jsonrpc/json.ts";
import { parsed } from "../rules/json-values.ts";
import { type AnsweredCall, emptyAnswer, generatedOf, type ReadAnswer, shown, textOf } from "./read-answer.ts";

/** Reads an answer of OpenAI's chat completions: the blocks of an event stream, or the one body. */
export function readOpenai(chunks: readonly string[], streamed: boolean): ReadAnswer {
  return streamed ? readStream(chunks) : readBody(chunks.join(""));
}

function readBody(text: string): ReadAnswer {
  const body = parsed(text);
  if (!isObject(body)) return { ...emptyAnswer, faults: [`no JSON object: ${shown(text)}`] };
  const error = errorOf(body);
  if (error !== undefined) return { ...emptyAnswer, error };
  const message = asObject(valueAt(body, "choices", 0, "message"));
  const content = textOf(message["content"]) ?? "";
  const faults: string[] = [];
  if (message["role"] !== "assistant") faults.push(`the role ${JSON.stringify(message["role"])}, expected "assistant"`);
  const calls = message["tool_calls"];
  for (const call of isArray(calls) ? calls : []) {
    if (valueAt(call, "type") !== "function")
      faults.push(`a call of type ${JSON.stringify(valueAt(call, "type"))}, expected "function"`);
    const given = valueAt(call, "function", "arguments");
    if (typeof given !== "string") faults.push(`arguments that are not a string: ${shown(JSON.stringify(given) ?? "absent")}`);
  }
  return {
    ...emptyAnswer,
    content,
    reasoning: reasoningOf(message),
    calls: (isArray(calls) ? calls : []).map((call) =>
      callOf(textOf(valueAt(call, "id")), textOf(valueAt(call, "function", "name")), valueAt(call, "function", "arguments")),
    ),
    finish: textOf(valueAt(body, "choices", 0, "finish_reason")),
    tokens: tokensOf(body),
    generated: generatedOf(valueAt(body, "choices", 0, "logprobs", "content")),
    faults: [...new Set(faults)],
    contentPieces: content === "" ? 0 : 1,
  };
}

type OpenCall = { id: string | undefined; name: string | undefined; parts: string[] };

function readStream(blocks: readonly string[]): ReadAnswer {
  const faults: string[] = [];
  const deltaFaults: string[] = [];
  const data = blocks.flatMap((block) => dataOf(block, faults));
  const ends = data.filter((text) => text === "[DONE]").length;
  const values = data
    .filter((text) => text !== "[DONE]")
    .flatMap((text): JsonObject[] => {
      const value = parsed(text);
      if (isObject(value)) return [value];
      faults.push(`no JSON object: ${shown(text)}`);
      return [];
    });
  const error = values.map(errorOf).find((text) => text !== undefined);
  if (error === undefined && (ends !== 1 || data.at(-1) !== "[DONE]"))
    faults.push(`${counted(ends, "time")} [DONE], expected once, at the end`);
  const finishes = values.flatMap((value) => textOf(valueAt(value, "choices", 0, "finish_reason")) ?? []);
  if (error === undefined && finishes.length !== 1)
    faults.push(`${counted(finishes.length, "chunk")} with a finish_reason, expected one`);
  const deltas = values.map((value) => asObject(valueAt(value, "choices", 0, "delta")));
  const open = new Map<number, OpenCall>();
  for (const delta of deltas) addCalls(open, delta["tool_calls"], deltaFaults);
  const contents = deltas.map((delta) => textOf(delta["content"]) ?? "");
  return {
    ...emptyAnswer,
    content: contents.join(""),
    reasoning: deltas.map(reasoningOf).join(""),
    calls: [...open.entries()].toSorted(([a], [b]) => a - b).map(([, { id, name, parts }]) => callOf(id, name, parts.join(""))),
    finish: finishes.at(-1),
    tokens: values.map(tokensOf).findLast((count) => count !== undefined),
    faults: [...new Set(faults)],
    deltaFaults: [...new Set(deltaFaults)],
    contentPieces: contents.filter((text) => text !== "").length,
    error,
  };
}

/** The data of a block of an event stream; comments and other fields say nothing here. */
function dataOf(block: string, faults: string[]): string[] {
  const lines = block.split(/\r\n|\r|\n/).filter((line) => line !== "");
  const odd = lines.find((line) => !/^(data|event|id|retry)?(:|$)/.test(line));
  if (odd !== undefined) faults.push(`a line that belongs to no event: ${shown(odd)}`);
  const data = lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5).replace(/^ /, ""));
  return data.length === 0 ? [] : [data.join("\n")];
}

function addCalls(open: Map<number, OpenCall>, calls: Json | undefined, faults: string[]): void {
  for (const call of isArray(calls) ? calls : []) {
    const index = valueAt(call, "index");
    const name = textOf(valueAt(call, "function", "name"));
    const part = valueAt(call, "function", "arguments");
    const id = textOf(valueAt(call, "id"));
    if (typeof index !== "number" || !Number.isInteger(index)) {
      faults.push("a delta of a call without an index");
      continue;
    }
    const found = open.get(index);
    if (found === undefined) {
      if (index !== open.size) faults.push(`the index ${index} where ${open.size} comes next`);
      if (!name) faults.push(`the first delta of call ${index} has no name`);
      open.set(index, { id, name, parts: [] });
    } else {
      if (index !== open.size - 1) faults.push(`a delta of call ${index} after call ${open.size - 1} has begun`);
      if (name) faults.push(`call ${index} is named more than once`);
    }
    if (typeof part === "string") open.get(index)?.parts.push(part);
    else if (part !== undefined && part !== null) faults.push(`arguments of call ${index} that are not a string`);
  }
}

function callOf(id: string | undefined, name: string | undefined, given: Json | undefined): AnsweredCall {
  const text = typeof given === "string" ? given : (JSON.stringify(given) ?? "");
  return { id, name: name ?? "", value: parsed(text), text };
}

function reasoningOf(message: JsonObject): string {
  return textOf(message["reasoning_content"]) ?? textOf(message["reasoning"]) ?? "";
}

function tokensOf(body: JsonObject): number | undefined {
  const count = valueAt(body, "usage", "completion_tokens");
  return typeof count === "number" ? count : undefined;
}

function errorOf(body: JsonObject): string | undefined {
  const { error } = body;
  if (error === undefined || error === null) return undefined;
  return textOf(error) ?? textOf(valueAt(error, "message")) ?? JSON.stringify(error);
}
