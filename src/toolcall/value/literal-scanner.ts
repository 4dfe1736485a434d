import type { Window } from "../window/window.ts";
import { isSpace } from "../window/window.ts";
import { createJsonWriter } from "./json-writer.ts";
import { isNumberEnd, numberStart, skipDigits, stepNumber, stopped } from "./number.ts";
import { escapeText, inArray, inObject } from "./scanner.ts";
import type { ValueScanner } from "./scanner.ts";
import type { StringReader } from "./string-reader.ts";

/** What sets one literal dialect apart from another. */
export interface LiteralDialect {
  readonly strings: StringReader;
  /** Length of the string opener at this place, 0 when there is none, -1 when that cannot be told yet. */
  readonly opensString: (w: Window, at: number) => number;
  readonly words: Readonly<Record<string, string>>;
  /** Keys may be without quotes. */
  readonly bareKeys: boolean;
  /** A comma may come after the last element. */
  readonly trailingComma: boolean;
}

/** The words of JSON. */
export const jsonWords = { true: "true", false: "false", null: "null" } as const;

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
const finished = 10;
const broken = 11;

/** Words are read up to this length; none of them is longer. */
const longestWord = 9;

function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

const bareKeyEnds: ReadonlySet<number> = new Set(Array.from("\"'{}[]<>,:|", (char) => char.charCodeAt(0)));
const endsBareKeyTable = Uint8Array.from({ length: 128 }, (_, code) => (isSpace(code) || bareKeyEnds.has(code) ? 1 : 0));

function endsBareKey(code: number): boolean {
  return code < 128 && endsBareKeyTable[code] === 1;
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
  const out = createJsonWriter();

  const closeValue = (): void => {
    state = stack.length === 0 ? finished : atCommaOrEnd;
  };

  const closeContainer = (): void => {
    separator = false;
    out.code(stack.pop() === inObject ? 125 : 93);
    closeValue();
  };

  const openContainer = (kind: number): void => {
    stack.push(kind);
    out.code(kind === inObject ? 123 : 91);
    state = kind === inObject ? atKeyOrEnd : atValueOrEnd;
  };

  /** Takes in the first character of a key or value; returns how many characters are read, -1 when more must come. */
  const openElement = (code: number, at: number, isKey: boolean): number => {
    const length = opensString(w, at);
    if (length < 0) return -1;
    if (separator) out.code(44);
    separator = false;
    if (length > 0) {
      strings.begin(code);
      key = isKey;
      out.code(34);
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
    const inside = stack[stack.length - 1] === inObject;
    if (state === atColon && code === 58) {
      out.code(58);
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

  /** Takes in a character of a structure; returns how many characters are read, -1 when more must come. */
  const step = (code: number, at: number): number => {
    if (isSpace(code)) return 1;
    if (state === atColon || state === atCommaOrEnd) return punctuate(code);
    if ((state === atValueOrEnd && code === 93) || (state === atKeyOrEnd && code === 125)) {
      closeContainer();
      return 1;
    }
    return openElement(code, at, state === atKey || state === atKeyOrEnd);
  };

  const runWord = (from: number): number => {
    const { buf } = w;
    const limit = Math.min(buf.length, from + longestWord - word.length);
    let at = from;
    while (at < limit && isWordCode(buf.charCodeAt(at))) at += 1;
    word += buf.slice(from, at);
    if (at === buf.length) return at;
    const json = dialect.words[word];
    if (json === undefined) state = broken;
    else {
      out.slice(json, 0, json.length);
      closeValue();
    }
    return at;
  };

  const runBareKey = (from: number): number => {
    const { buf } = w;
    let at = from;
    while (at < buf.length && !endsBareKey(buf.charCodeAt(at))) at += 1;
    const piece = buf.slice(from, at);
    if (at === buf.length) {
      word += piece;
      return at;
    }
    const text = escapeText(word === "" ? piece : word + piece);
    out.code(34);
    out.slice(text, 0, text.length);
    out.code(34);
    state = atColon;
    return at;
  };

  const runNumber = (from: number): number => {
    const { buf } = w;
    let at = from;
    while (at < buf.length) {
      const next = stepNumber(number, buf.charCodeAt(at));
      if (next === stopped) {
        if (isNumberEnd(number)) closeValue();
        else state = broken;
        break;
      }
      number = next;
      at = skipDigits(next, buf, at + 1);
    }
    out.slice(buf, from, at);
    return at;
  };

  const runString = (): boolean => {
    if (!strings.run(out)) return false;
    out.code(34);
    if (key) state = atColon;
    else closeValue();
    return true;
  };

  const scanner: ValueScanner = {
    status: "open",
    begin: () => {
      state = atValue;
      stack = [];
      out.take();
      separator = false;
      scanner.status = "open";
    },
    take: () => out.take(),
    inText: () => state === inString && strings.inText(),
    run: () => {
      const { buf } = w;
      const end = buf.length;
      let at = w.pos;
      out.expect(end - at);
      while (at < end) {
        if (state >= finished) break;
        if (state === inString) {
          w.pos = at;
          const closed = runString();
          at = w.pos;
          if (!closed) break;
        } else if (state === inNumber) at = runNumber(at);
        else if (state === inWord) at = runWord(at);
        else if (state === inBareKey) at = runBareKey(at);
        else {
          const read = step(buf.charCodeAt(at), at);
          if (read < 0) break;
          at += read;
        }
      }
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
