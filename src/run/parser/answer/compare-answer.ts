import type { CorpusCase } from "../corpus.ts";
import { parseExact } from "./exact-json.ts";
import { type AnsweredCall, argumentsText, isReadable, type ToldAnswer, type WrongAnswer } from "./parser-answer.ts";

/**
 * How two texts are compared: to the letter, or but for whitespace, about which sound parsers differ (a newline between
 * two calls, a trimmed text).
 */
export type TextRule = "exact" | "but for whitespace";

/** What is wrong with an answer to a case, in one line; undefined when it is right. */
export function wrongWith(answer: ToldAnswer, { expect, alternatives = [] }: CorpusCase, rule: TextRule): string | undefined {
  if (!isReadable(answer)) return unreadable(answer);
  const wanted = expect.calls.map((call) => ({ ...call, arguments: argumentsText(exactArguments(call.arguments)) }));
  const calls = wrongCalls(answer.calls, wanted);
  if (calls !== undefined) return calls;
  if (answer.reasoning !== undefined && !sameText(answer.reasoning, expect.reasoning, rule))
    return `reasoning ${short(answer.reasoning)}, expected ${short(expect.reasoning)}`;
  const contents = [expect.content, ...alternatives.map(({ content }) => content)];
  if (expect.content !== null && !contents.some((content) => sameText(answer.content, content ?? "", rule)))
    return `content ${short(answer.content)}, expected ${short(expect.content)}`;
  if (expect.diagnostic !== undefined && answer.diagnostics !== undefined && !answer.diagnostics.includes(expect.diagnostic))
    return `no diagnostic "${expect.diagnostic}"`;
  return undefined;
}

/** How two answers to the same input differ, in one line; undefined when they agree. Diagnostics may differ in number. */
export function disagreement(answer: ToldAnswer, whole: ToldAnswer, rule: TextRule): string | undefined {
  if (!isReadable(answer)) return isReadable(whole) ? unreadable(answer) : undefined;
  if (!isReadable(whole)) return `an answer that can be read, whole ${unreadable(whole)}`;
  const calls = wrongCalls(answer.calls, whole.calls);
  if (calls !== undefined) return calls;
  if (!sameText(answer.reasoning ?? "", whole.reasoning ?? "", rule))
    return `reasoning ${short(answer.reasoning ?? "")}, whole ${short(whole.reasoning ?? "")}`;
  if (!sameText(answer.content, whole.content, rule)) return `content ${short(answer.content)}, whole ${short(whole.content)}`;
  return undefined;
}

function unreadable({ wrong, absent }: WrongAnswer): string {
  return absent === true ? wrong : `an answer that cannot be read: ${wrong}`;
}

function sameText(text: string, other: string, rule: TextRule): boolean {
  return text === other || (rule === "but for whitespace" && collapsed(text) === collapsed(other));
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/**
 * What is wrong with the deltas of an answer: each call is named once and before its fragments, indices run from 0
 * without a gap, and the fragments of an index are the JSON text of its final arguments.
 */
export function wrongDeltas(answer: ToldAnswer): string | undefined {
  if (!isReadable(answer)) return undefined;
  const { deltas = [], calls } = answer;
  const open = new Map<number, { readonly name: string; text: string }>();
  for (const { index, name, arguments: fragment, aborted } of deltas) {
    if (aborted === true) open.delete(index);
    else if (name !== undefined && open.has(index)) return `call ${index} is named twice`;
    else if (name !== undefined && index !== open.size) return `call ${index} is named as number ${open.size}`;
    else if (name !== undefined) open.set(index, { name, text: fragment ?? "" });
    else {
      const call = open.get(index);
      if (call === undefined) return `a fragment for call ${index}, which has no name yet`;
      call.text += fragment ?? "";
    }
  }
  if (open.size !== calls.length) return `deltas of ${open.size} calls, but ${calls.length} in the answer`;
  for (const [index, { name, text }] of open) {
    const call = calls[index];
    if (call?.name !== name) return `call ${index} is streamed as ${short(name)} and answered as ${short(call?.name ?? "")}`;
    if (argumentsText(text === "" ? "{}" : text) !== call.arguments)
      return `the fragments of call ${index} add up to ${short(text)}, not to its arguments`;
  }
  return undefined;
}

function wrongCalls(calls: readonly AnsweredCall[], wanted: readonly AnsweredCall[]): string | undefined {
  if (calls.length !== wanted.length)
    return `${calls.length} calls (${names(calls)}), expected ${wanted.length} (${names(wanted)})`;
  for (const [index, call] of calls.entries()) {
    const want = wanted[index];
    if (want === undefined) continue;
    if (call.name !== want.name) return `call ${index} is ${short(call.name)}, expected ${short(want.name)}`;
    if (call.arguments !== want.arguments)
      return `arguments of call ${index}: ${short(call.arguments)}, expected ${short(want.arguments)}`;
    if (call.id !== undefined && want.id !== undefined && call.id !== want.id)
      return `id of call ${index}: ${short(call.id)}, expected ${short(want.id)}`;
  }
  return undefined;
}

function exactArguments(value: string | object): ReturnType<typeof parseExact> {
  return parseExact(typeof value === "string" ? value : JSON.stringify(value));
}

function names(calls: readonly AnsweredCall[]): string {
  return calls.length === 0 ? "none" : calls.map(({ name }) => name).join(", ");
}

function short(text: string | null): string {
  if (text === null) return "no JSON object";
  const shown = JSON.stringify(text);
  return shown.length > 160 ? `${shown.slice(0, 110)}…${shown.slice(-40)}` : shown;
}
