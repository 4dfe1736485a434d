import { counted } from "../../base/counted.ts";
import type { Json } from "../../jsonrpc/json.ts";
import { isArray, isObject } from "../../jsonrpc/json.ts";
import { parsed, sameJson } from "../rules/json-values.ts";
import type { ModelAnswer } from "./answers.ts";
import type { ModelAskedFor } from "./model-event.ts";
import { bare, shown } from "./read-answer.ts";

/** What is wrong with the number of calls. */
export function countFault({ calls, asked, content }: ModelAnswer): string | undefined {
  const { calls: meant } = asked.means;
  if (calls.length === meant.length) return undefined;
  const rest = calls.length < meant.length ? `, content ${shown(content)}` : "";
  return `${counted(calls.length, "call")}, expected ${meant.length}${rest}`;
}

/** What is wrong with the names of calls, where there are as many as there should be. */
export function nameFault({ calls, asked }: ModelAnswer): string | undefined {
  const { calls: meant } = asked.means;
  if (calls.length !== meant.length) return undefined;
  const at = meant.findIndex(({ name }, index) => calls[index]?.name !== name);
  return at === -1 ? undefined : `call ${at} is named ${shown(calls[at]?.name ?? "")}, expected ${shown(meant[at]?.name ?? "")}`;
}

/** What is wrong with the arguments of calls, as JSON values, where there are as many calls as there should be. */
export function argumentsFault({ calls, asked }: ModelAnswer): string | undefined {
  const { calls: meant } = asked.means;
  if (calls.length !== meant.length) return undefined;
  const at = meant.findIndex((call, index) => {
    const [value, wanted] = [calls[index]?.value, parsed(call.arguments)];
    return !sameJson(value, wanted) && !differBeyondAscii(jsonOf(value), jsonOf(wanted)) && !keepsEscapes(asked, value, wanted);
  });
  if (at === -1) return undefined;
  return `call ${at} has the arguments ${shown(calls[at]?.text ?? "", 200)}, expected ${shown(meant[at]?.arguments ?? "", 200)}`;
}

const jsonOf = (value: Json | undefined): string => JSON.stringify(value) ?? "";

/** Whether two texts differ in characters beyond ASCII only, of which the second has some: that is a finding of its own. */
export function differBeyondAscii(one: string, other: string): boolean {
  const within = (text: string): string => text.replaceAll(/[^ -~\s]/g, "");
  return one !== other && within(other) !== other && within(one) === within(other);
}

/** Whether a value is what is meant but for its escapes, which stand in it as the model wrote them, where both is sound. */
export function keepsEscapes({ escapes }: ModelAskedFor, value: Json | undefined, meant: Json | undefined): boolean {
  return escapes === "disputed" && value !== undefined && !sameJson(value, meant) && sameJson(unescaped(value), meant);
}

const letters: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

function unescaped(value: Json): Json {
  if (typeof value === "string") return value.replaceAll(/\\(.)/gs, (_, letter: string) => letters[letter] ?? letter);
  if (isArray(value)) return value.map(unescaped);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unescaped(inner ?? null)]));
}

/** Whether nothing at all came of what a model said. */
export function isEmpty({ content, reasoning, calls }: ModelAnswer): boolean {
  return bare(content) === "" && bare(reasoning) === "" && calls.length === 0;
}

/** The names, strings and numbers of a call that do not appear in the text the model said. */
export function fabricatedIn({ asked: { text }, calls }: ModelAnswer): string[] {
  const numbers = new Set((text.match(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g) ?? []).map(Number));
  const plain = text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const said = lettersAndDigits(plain);
  const isSaid = (value: string): boolean =>
    text.includes(value) || plain.includes(value) || said.includes(lettersAndDigits(value));
  return calls.flatMap(({ name, value }) => [
    ...(text.includes(name) ? [] : [`the name ${shown(name)}`]),
    ...leaves(value).flatMap((leaf) => {
      if (typeof leaf === "string") return isSaid(leaf) || numbers.has(Number(leaf)) ? [] : [`the value ${shown(leaf)}`];
      return typeof leaf === "number" && !numbers.has(leaf) ? [`the number ${leaf}`] : [];
    }),
  ]);
}

/** A text without escapes, quotes and whitespace, which every format writes in its own way. */
function lettersAndDigits(text: string): string {
  return text.replaceAll(/\\[nrtbf]/g, "").replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function leaves(value: Json | undefined): Json[] {
  if (isArray(value)) return value.flatMap(leaves);
  if (isObject(value)) return Object.entries(value).flatMap(([key, inner]) => [key, ...leaves(inner)]);
  return value === undefined ? [] : [value];
}
