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
  const { strings, opensString, bareKeys, trailingComma } = dialect;
  let state = atValue;
  let stack: number[] = [];
  let key = false;
  let number = numberStart;
  let word = "";
  /** A comma was read; it is written when another element follows. */
  let separator = false;
  let out = "";
  const emit = (text: string): void => {
    out += text;
  };

  const closeValue = (): void => {
    state = stack.length === 0 ? over : atCommaOrEnd;
  };

  const closeContainer = (): void => {
    separator = false;
    out += stack.pop() === inObject ? "}" : "]";
    closeValue();
  };

  const openContainer = (kind: number): void => {
    stack.push(kind);
    out += kind === inObject ? "{" : "[";
    state = kind === inObject ? atKeyOrEnd : atValueOrEnd;
  };

  /** Takes in the first character of a key or value; returns how many characters are read, -1 when more must come. */
  const openElement = (code: number, at: number, isKey: boolean): number => {
    const length = opensString(w, at);
    if (length < 0) return -1;
    if (separator) out += ",";
    separator = false;
    if (length > 0) {
      strings.begin(code);
      key = isKey;
      out += '"';
      state = inString;
      return length;
    }
    word = "";
    if (isKey) state = bareKeys && !endsBareKey(code) ? inBareKey : broken;
    else if (code === 123 || code === 91) {
      openContainer(code === 123 ? inObject : inArray);
      return 1;
    } else if (code === 45 || (code >= 48 && code <= 57)) {
      number = numberStart;
      state = inNumber;
    } else state = isWordCode(code) ? inWord : broken;
    return 0;
  };

  const punctuate = (code: number): number => {
    const inside = stack.at(-1) === inObject;
    if (state === atColon && code === 58) {
      out += ":";
      state = atValue;
    } else if (state === atCommaOrEnd && code === 44) {
      separator = true;
      if (inside) state = trailingComma ? atKeyOrEnd : atKey;
      else state = trailingComma ? atValueOrEnd : atValue;
    } else if (state === atCommaOrEnd && code === (inside ? 125 : 93)) closeContainer();
    else {
      state = broken;
      return 0;
    }
    return 1;
  };

  const endWord = (): void => {
    const json = dialect.words[word];
    if (json === undefined) state = broken;
    else {
      out += json;
      closeValue();
    }
  };

  /** Takes in a character of a structure; returns how many characters are read, -1 when more must come. */
  const step = (code: number, at: number): number => {
    if (state === inWord) {
      if (isWordCode(code) && word.length <= 8) {
        word += String.fromCharCode(code);
        return 1;
      }
      endWord();
      return 0;
    }
    if (state === inBareKey) {
      if (!endsBareKey(code)) {
        word += String.fromCharCode(code);
        return 1;
      }
      out += `"${escapeText(word)}"`;
      state = atColon;
      return 0;
    }
    if (isSpace(code)) return 1;
    if (state === atColon || state === atCommaOrEnd) return punctuate(code);
    if ((state === atValueOrEnd && code === 93) || (state === atKeyOrEnd && code === 125)) {
      closeContainer();
      return 1;
    }
    return openElement(code, at, state === atKey || state === atKeyOrEnd);
  };

  const runNumber = (from: number): number => {
    const { buf } = w;
    let at = from;
    for (; at < buf.length; at += 1) {
      const next = stepNumber(number, buf.charCodeAt(at));
      if (next === stopped) {
        if (isNumberEnd(number)) closeValue();
        else state = broken;
        break;
      }
      number = next;
    }
    out += buf.slice(from, at);
    return at;
  };

  const runString = (): boolean => {
    if (!strings.run(emit)) return false;
    out += '"';
    if (key) state = atColon;
    else closeValue();
    return true;
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
      const { buf } = w;
      const end = buf.length;
      let at = w.pos;
      while (at < end) {
        if (state >= over) break;
        if (state === inString) {
          w.pos = at;
          const closed = runString();
          at = w.pos;
          if (!closed) break;
        } else if (state === inNumber) at = runNumber(at);
        else {
          const read = step(buf.charCodeAt(at), at);
          if (read < 0) break;
          at += read;
        }
      }
      w.pos = at;
      if (state === over) scanner.status = "done";
      else if (state === broken) scanner.status = "error";
      else if (w.final) scanner.status = "cut";
      else return false;
      return true;
    },
  };
  return scanner;
}
