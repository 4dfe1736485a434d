import type { Window } from "../window/window.ts";
import { isNumberEnd, numberStart, skipDigits, stepNumber, stopped } from "./number.ts";
import { escapeOf, inArray, inObject } from "./scanner.ts";
import type { ValueScanner } from "./scanner.ts";
import { isSpecial, nextMatch, shortString } from "./string-reader.ts";

const atValue = 0;
const atKeyOrEnd = 1;
const atKey = 2;
const atColon = 3;
const atCommaOrEnd = 4;
const atValueOrEnd = 5;
const inString = 6;
const inEscape = 7;
const inUnicode = 8;
const inNumber = 9;
const inWord = 10;
const finished = 11;
const broken = 12;

const words: Readonly<Record<number, string>> = { 116: "true", 102: "false", 110: "null" };

function isHex(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70);
}

/** Quote, backslash and control characters: said by what they are not, a search goes over them faster. */
const special = /[^ !#-[\]-\uffff]/g;

/** Where what can be copied as it stands ends: at a quote, a backslash, a control character, or at the end. */
function plainUntil(text: string, from: number, end: number): number {
  const near = Math.min(end, from + shortString);
  for (let at = from; at < near; at += 1) if (isSpecial(text.charCodeAt(at))) return at;
  return near === end ? end : nextMatch(special, text, near);
}

/**
 * Reads JSON as it stands: the text written down is the text read, number lexemes and spacing included; raw control
 * characters inside strings become escapes, so that any JSON reader accepts the result.
 */
export function createJsonScanner(w: Window): ValueScanner {
  let state = atValue;
  let stack: number[] = [];
  let key = false;
  let unicode = 0;
  let number = numberStart;
  let word = "";
  let wordAt = 0;
  let out = "";

  const closeValue = (): void => {
    state = stack.length === 0 ? finished : atCommaOrEnd;
  };

  const openValue = (code: number): void => {
    if (code === 34) {
      key = false;
      state = inString;
    } else if (code === 123) {
      stack.push(inObject);
      state = atKeyOrEnd;
    } else if (code === 91) {
      stack.push(inArray);
      state = atValueOrEnd;
    } else if (code === 45 || (code >= 48 && code <= 57)) {
      number = stepNumber(numberStart, code);
      state = inNumber;
    } else {
      word = words[code] ?? "";
      wordAt = 1;
      state = word === "" ? broken : inWord;
    }
  };

  const punctuation = (code: number): void => {
    const top = stack.at(-1);
    if (state === atValue) openValue(code);
    else if (state === atColon) state = code === 58 ? atValue : broken;
    else if (state === atKey || state === atKeyOrEnd) {
      if (code === 34) {
        key = true;
        state = inString;
      } else if (code === 125 && state === atKeyOrEnd) {
        stack.pop();
        closeValue();
      } else state = broken;
    } else if (state === atCommaOrEnd && code === 44) state = top === inObject ? atKey : atValue;
    else if (code === (top === inObject ? 125 : 93) && (state === atCommaOrEnd || state === atValueOrEnd)) {
      stack.pop();
      closeValue();
    } else if (state === atValueOrEnd) openValue(code);
    else state = broken;
  };

  const scanner: ValueScanner = {
    status: "open",
    begin: () => {
      state = atValue;
      stack = [];
      out = "";
      scanner.status = "open";
    },
    take: () => {
      const text = out;
      out = "";
      return text;
    },
    inText: () => state === inString,
    run: () => {
      const buf = w.buf;
      const end = buf.length;
      let at = w.pos;
      let from = at;
      while (at < end && state < finished) {
        const code = buf.charCodeAt(at);
        if (state === inString) {
          at = plainUntil(buf, at, end);
          if (at >= end) break;
          const here = buf.charCodeAt(at);
          if (here === 34) {
            if (key) state = atColon;
            else closeValue();
          } else if (here === 92) state = inEscape;
          else {
            out += buf.slice(from, at) + escapeOf(here);
            from = at + 1;
          }
          at += 1;
        } else if (state === inEscape) {
          if (code === 117) {
            unicode = 4;
            state = inUnicode;
          } else state = code === 34 || code === 92 || code === 47 || '"bfnrt'.includes(buf.charAt(at)) ? inString : broken;
          if (state !== broken) at += 1;
        } else if (state === inUnicode) {
          if (isHex(code)) {
            unicode -= 1;
            if (unicode === 0) state = inString;
            at += 1;
          } else state = broken;
        } else if (state === inNumber) {
          const next = stepNumber(number, code);
          if (next !== stopped) {
            number = next;
            at = skipDigits(next, buf, at + 1);
          } else if (isNumberEnd(number)) closeValue();
          else state = broken;
        } else if (state === inWord) {
          if (code !== word.charCodeAt(wordAt)) state = broken;
          else {
            wordAt += 1;
            at += 1;
            if (wordAt === word.length) closeValue();
          }
        } else if (code === 32 || code === 10 || code === 13 || code === 9) at += 1;
        else {
          punctuation(code);
          if (state !== broken) at += 1;
        }
      }
      if (at > from) out += from === 0 && at === end ? buf : buf.slice(from, at);
      w.pos = at;
      if (state === finished) scanner.status = "done";
      else if (state === broken) scanner.status = "error";
      else if (w.final) scanner.status = "cut";
      else return false;
      return true;
    },
  };
  return scanner;
}
