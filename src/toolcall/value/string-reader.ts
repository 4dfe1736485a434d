import type { Window } from "../window.ts";
import { escapeOf } from "./scanner.ts";

/**
 * Reads the inside of one string and writes it as the inside of a JSON string. `run` returns true when the string is over;
 * then the window stands behind its closer.
 */
export interface StringReader {
  begin(quote: number): void;
  run(emit: (text: string) => void): boolean;
}

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

/** Strings of Python: either quote, its escapes; a backslash before any other character stays. */
export function createPythonStringReader(w: Window): StringReader {
  let quote = 0;
  let escape = "";
  return {
    begin: (code) => {
      quote = code;
      escape = "";
    },
    run: (emit) => {
      const buf = w.buf;
      const end = buf.length;
      let at = w.pos;
      let from = at;
      while (at < end) {
        const code = buf.charCodeAt(at);
        if (escape !== "") {
          if (continues(escape, buf.charAt(at))) {
            escape += buf.charAt(at);
            at += 1;
            from = at;
            if (isOpenEnded(escape)) continue;
          }
          emit(decodeEscape(escape));
          escape = "";
          continue;
        }
        if (code !== quote && code !== 92 && code >= 32 && code !== 34) {
          at += 1;
          continue;
        }
        emit(buf.slice(from, at));
        at += 1;
        from = at;
        if (code === quote) {
          w.pos = at;
          return true;
        }
        if (code === 92) escape = "\\";
        else emit(escapeOf(code) ?? "");
      }
      if (escape === "") emit(buf.slice(from, at));
      w.pos = at;
      return false;
    },
  };
}

/**
 * Strings between a delimiter that may also stand inside: it only ends the string when one of `, } ] :` or the end of the
 * input follows. There are no escapes.
 */
export function createDelimitedStringReader(w: Window, delimiter: string): StringReader {
  const first = delimiter.charCodeAt(0);
  return {
    begin: () => undefined,
    run: (emit) => {
      const buf = w.buf;
      const end = buf.length;
      let at = w.pos;
      let from = at;
      while (at < end) {
        const code = buf.charCodeAt(at);
        if (code === first) {
          const next = at + delimiter.length;
          if (buf.startsWith(delimiter, at) && (next < end || w.final)) {
            if (next >= end || ",}]:".includes(buf.charAt(next))) {
              emit(buf.slice(from, at));
              w.pos = next;
              return true;
            }
          } else if (!w.final && delimiter.startsWith(buf.slice(at, at + delimiter.length))) break;
        }
        const escaped = escapeOf(code);
        if (escaped !== undefined) {
          emit(buf.slice(from, at) + escaped);
          from = at + 1;
        }
        at += 1;
      }
      emit(buf.slice(from, at));
      w.pos = at;
      return false;
    },
  };
}
