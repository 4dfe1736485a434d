import type { Window } from "../window.ts";
import { isSpace } from "../window.ts";
import { isNumberEnd, numberStart, stepNumber, stopped } from "./number.ts";
import { escapeText, inArray, inObject } from "./scanner.ts";
import type { ValueScanner } from "./scanner.ts";
import type { StringReader } from "./string-reader.ts";

/** What sets one literal dialect apart from another. */
export interface LiteralDialect {
  readonly strings: StringReader;
  /** Length of the string opener at this place, 0 when there is none, -1 when that cannot be told yet. */
  readonly opensString: (w: Window, at: number) => number;
  readonly words: Readonly<Record<string, string>>;
  /** Keys may stand without quotes. */
  readonly bareKeys: boolean;
  /** A comma may stand behind the last element. */
  readonly trailingComma: boolean;
}

const atValue = 0;
const atKeyOrEnd = 1;
const atKey = 2;
const atColon = 3;
const atCommaOrEnd = 4;
const atValueOrEnd = 5;
const inString = 6;
const inNumber = 7;
const inWord = 8;
const inBareKey = 9;
const over = 10;
const broken = 11;

function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function endsBareKey(code: number): boolean {
  return isSpace(code) || "\"'{}[]<>,:|".includes(String.fromCharCode(code));
}

/** Reads literals of another dialect and writes them down as compact JSON; number lexemes stay as they are. */
export function createLiteralScanner(w: Window, dialect: LiteralDialect): ValueScanner {
  let state = atValue;
  let stack: number[] = [];
  let key = false;
  let number = numberStart;
  let word = "";
  let out = "";
  const emit = (text: string): void => {
    out += text;
  };

  const closeValue = (): void => {
    state = stack.length === 0 ? over : atCommaOrEnd;
  };

  const closeContainer = (): void => {
    out += stack.pop() === inObject ? "}" : "]";
    closeValue();
  };

  const openString = (length: number, isKey: boolean): void => {
    dialect.strings.begin(w.buf.charCodeAt(w.pos));
    w.pos += length;
    key = isKey;
    out += '"';
    state = inString;
  };

  // Each of the small steps below consumes from the window and returns false when it needs more input.
  const stepValue = (code: number): boolean => {
    const length = dialect.opensString(w, w.pos);
    if (length < 0) return false;
    if (length > 0) openString(length, false);
    else if (code === 123 || code === 91) {
      stack.push(code === 123 ? inObject : inArray);
      out += code === 123 ? "{" : "[";
      state = code === 123 ? atKeyOrEnd : atValueOrEnd;
      w.pos += 1;
    } else if (code === 45 || (code >= 48 && code <= 57)) {
      number = numberStart;
      state = inNumber;
    } else {
      word = "";
      state = isWordCode(code) ? inWord : broken;
    }
    return true;
  };

  const stepKey = (code: number): boolean => {
    const length = dialect.opensString(w, w.pos);
    if (length < 0) return false;
    if (length > 0) openString(length, true);
    else if (code === 125 && state === atKeyOrEnd) {
      w.pos += 1;
      closeContainer();
    } else if (dialect.bareKeys && !endsBareKey(code)) {
      word = "";
      state = inBareKey;
    } else state = broken;
    return true;
  };

  const stepComma = (code: number): boolean => {
    const top = stack.at(-1);
    if (code === 44) {
      w.pos += 1;
      state = top === inObject ? atKey : atValue;
      if (dialect.trailingComma) state = top === inObject ? atKeyOrEnd : atValueOrEnd;
      separator = true;
    } else if (code === (top === inObject ? 125 : 93)) {
      w.pos += 1;
      closeContainer();
    } else state = broken;
    return true;
  };
  let separator = false;

  const stepNumberAt = (): boolean => {
    const from = w.pos;
    while (w.pos < w.buf.length) {
      const next = stepNumber(number, w.buf.charCodeAt(w.pos));
      if (next === stopped) {
        if (isNumberEnd(number)) closeValue();
        else state = broken;
        break;
      }
      number = next;
      w.pos += 1;
    }
    out += w.buf.slice(from, w.pos);
    return true;
  };

  const stepWord = (code: number): boolean => {
    if (isWordCode(code)) {
      word += String.fromCharCode(code);
      w.pos += 1;
      if (word.length > 8) state = broken;
      return true;
    }
    const json = dialect.words[word];
    if (json === undefined) state = broken;
    else {
      out += json;
      closeValue();
    }
    return true;
  };

  const stepBareKey = (code: number): boolean => {
    if (!endsBareKey(code)) {
      word += String.fromCharCode(code);
      w.pos += 1;
      return true;
    }
    out += `"${escapeText(word)}"`;
    state = atColon;
    return true;
  };

  const comma = (): void => {
    if (!separator) return;
    separator = false;
    out += ",";
  };

  const step = (code: number): boolean => {
    if (state === inNumber) return stepNumberAt();
    if (state === inWord) return stepWord(code);
    if (state === inBareKey) return stepBareKey(code);
    if (isSpace(code)) {
      w.pos += 1;
      return true;
    }
    if (state === atColon) {
      state = code === 58 ? atValue : broken;
      if (state !== broken) {
        w.pos += 1;
        out += ":";
      }
      return true;
    }
    if (state === atCommaOrEnd) return stepComma(code);
    const ends = state === atValueOrEnd ? code === 93 : state === atKeyOrEnd && code === 125;
    if (ends) {
      separator = false;
      w.pos += 1;
      closeContainer();
      return true;
    }
    const isKey = state === atKey || state === atKeyOrEnd;
    if (dialect.opensString(w, w.pos) < 0) return false;
    comma();
    return isKey ? stepKey(code) : stepValue(code);
  };

  const scanner: ValueScanner = {
    status: "open",
    begin: () => {
      state = atValue;
      stack = [];
      out = "";
      separator = false;
      scanner.status = "open";
    },
    take: () => {
      const text = out;
      out = "";
      return text;
    },
    run: () => {
      while (w.pos < w.buf.length && state < over) {
        if (state !== inString) {
          if (!step(w.buf.charCodeAt(w.pos))) break;
        } else if (dialect.strings.run(emit)) {
          out += '"';
          if (key) state = atColon;
          else closeValue();
        } else break;
      }
      if (state === over) scanner.status = "done";
      else if (state === broken) scanner.status = "error";
      else if (w.final) scanner.status = "cut";
      else return false;
      return true;
    },
  };
  return scanner;
}
