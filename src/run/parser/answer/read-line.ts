import { type Exact, parseExact } from "./exact-json.ts";
import { type ReadAnswer, readAnswer } from "./parser-answer.ts";

/**
 * A line of a parser under test: an answer under the id of a request, an answer that names no request, or no answer at all.
 * `why` says in words what is wrong with it.
 */
export type ParserLine =
  | { readonly kind: "answer"; readonly id: number; readonly answer: ReadAnswer }
  | { readonly kind: "unaddressed"; readonly why: string }
  | { readonly kind: "noise"; readonly why: string };

/** Reads a line. One that is not JSON still answers the request whose id is written in it. */
export function readLine(text: string): ParserLine {
  const line = parseExact(text);
  if (!(line instanceof Map)) {
    const why = line === undefined ? notJson(text) : "not a JSON object";
    const [, id] = /"id"\s*:\s*(\d{1,15})\b/.exec(text) ?? [];
    return id === undefined ? { kind: "noise", why } : { kind: "answer", id: Number(id), answer: { wrong: why } };
  }
  const id = line.get("id");
  if (id !== undefined && id !== null && typeof id === "object" && "number" in id)
    return { kind: "answer", id: Number(id.number), answer: readAnswer(line) };
  if (typeof id === "string" && /^\d{1,15}$/.test(id))
    return { kind: "answer", id: Number(id), answer: { wrong: `"id" is the string "${id}", and not the number that was sent` } };
  return looksLikeAnswer(line)
    ? { kind: "unaddressed", why: id === undefined ? 'no "id"' : '"id" is not the number that was sent' }
    : { kind: "noise", why: 'an object without "id", "calls" and "unsupported"' };
}

/** What a program logs as JSON has none of these. */
function looksLikeAnswer(line: ReadonlyMap<string, Exact>): boolean {
  return ["calls", "unsupported", "error"].some((name) => line.has(name));
}

/** Values that libraries write where JSON has none. */
const foreign = /[[:,]\s*(-?Infinity|-?NaN|None|True|False|undefined|nil)(?=\s*[\],}])/;

function notJson(text: string): string {
  const outsideStrings = text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const [, word] = foreign.exec(outsideStrings) ?? [];
  return word === undefined ? "not JSON" : `not JSON, which has no ${word}`;
}
