import type { Window } from "../window/window.ts";
import type { JsonWriter } from "./json-writer.ts";
import { escapeOf } from "./scanner.ts";
import { isSpecial, nextMatch, shortString, type StringReader, write } from "./string-reader.ts";

const simple: Readonly<Record<number, number>> = {
  97: 7,
  98: 8,
  102: 12,
  110: 10,
  114: 13,
  116: 9,
  118: 11,
  34: 34,
  39: 39,
  92: 92,
};
const digitsOf: Readonly<Record<number, number>> = { 120: 2, 117: 4, 85: 8 };

function codeText(code: number): string {
  return escapeOf(code) ?? String.fromCodePoint(code);
}

/** The character of a Python escape such as `\n`, `\x41`, `\u00e9`, or the escape itself where Python keeps the backslash. */
function decodeEscape(escape: string): string {
  const kind = escape.charCodeAt(1);
  const single = simple[kind];
  if (single !== undefined) return codeText(single);
  if (kind === 10) return "";
  if (kind >= 48 && kind <= 55) return codeText(Number.parseInt(escape.slice(1), 8));
  const digits = digitsOf[kind];
  if (digits === undefined || escape.length !== digits + 2) return keepEscape(escape);
  const code = Number.parseInt(escape.slice(2), 16);
  return code <= 0x10ffff ? codeText(code) : keepEscape(escape);
}

function keepEscape(escape: string): string {
  let out = "";
  for (const char of escape) out += escapeOf(char.charCodeAt(0)) ?? char;
  return out;
}

/** Whether an escape that reads `escape` so far goes on with this character. */
function continues(escape: string, char: string): boolean {
  if (escape.length === 1) return true;
  const kind = escape.charCodeAt(1);
  if (kind >= 48 && kind <= 55) return escape.length < 4 && char >= "0" && char <= "7";
  const digits = digitsOf[kind];
  return digits !== undefined && escape.length < digits + 2 && /^[0-9a-fA-F]$/.test(char);
}

function isOpenEnded(escape: string): boolean {
  const kind = escape.charCodeAt(1);
  return digitsOf[kind] !== undefined ? escape.length < (digitsOf[kind] ?? 0) + 2 : kind >= 48 && kind <= 55 && escape.length < 4;
}

/** Escapes that JSON writes the same way: `\" \\ \b \f \n \r \t`. */
const sharedEscapes: ReadonlySet<number> = new Set([34, 92, 98, 102, 110, 114, 116]);

/** Quotes, backslash and control characters. */
const pythonSpecial = /[^ !#-&(-[\]-\uffff]/g;

/** Strings of Python: either quote, its escapes; a backslash before any other character stays. */
export function createPythonStringReader(w: Window): StringReader {
  let quote = 0;
  let escape = "";

  /** Takes in what belongs to the open escape; returns where the text goes on. */
  const readEscape = (from: number, out: JsonWriter): number => {
    const { buf } = w;
    let at = from;
    if (escape === "\\") {
      const code = buf.charCodeAt(at);
      if (code === 39 || sharedEscapes.has(code)) {
        if (code !== 39) out.code(92);
        out.code(code);
        escape = "";
        return at + 1;
      }
    }
    while (at < buf.length && continues(escape, buf.charAt(at))) {
      escape += buf.charAt(at);
      at += 1;
      if (!isOpenEnded(escape)) break;
    }
    if (at === buf.length && (escape === "\\" || isOpenEnded(escape))) return at;
    write(out, decodeEscape(escape));
    escape = "";
    return at;
  };

  return {
    begin: (code) => {
      quote = code;
      escape = "";
    },
    inText: () => escape === "",
    run: (out) => {
      const { buf } = w;
      const end = buf.length;
      let at = w.pos;
      let from = at;
      let searchAt = at + shortString;
      while (at < end) {
        if (escape !== "") {
          at = readEscape(at, out);
          from = at;
          continue;
        }
        const code = buf.charCodeAt(at);
        if (code !== quote && !isSpecial(code)) {
          at += 1;
          if (at < searchAt) continue;
          at = nextMatch(pythonSpecial, buf, at);
          searchAt = at + shortString;
          continue;
        }
        out.slice(buf, from, at);
        at += 1;
        from = at;
        if (code === quote) {
          w.pos = at;
          return true;
        }
        if (code === 92) escape = "\\";
        else write(out, escapeOf(code) ?? "");
      }
      if (escape === "") out.slice(buf, from, at);
      w.pos = at;
      return false;
    },
  };
}
