import type { JsonWriter } from "./json-writer.ts";

/**
 * Reads the inside of one string and writes it as the inside of a JSON string. `run` returns true when the string is over;
 * then the window stands after its closer.
 */
export interface StringReader {
  begin(quote: number): void;
  run(out: JsonWriter): boolean;
  /** Whether plain characters would be written as they are. */
  inText(): boolean;
}

/** How far a string is looked at character by character before a search takes over. */
export const shortString = 64;

/** Whether it ends what can be copied as it stands: quote, backslash and control characters. */
export function isSpecial(code: number): boolean {
  return code === 34 || code === 92 || code < 32;
}

/** Where the next match of a global expression begins, or the end of the text. */
export function nextMatch(expression: RegExp, text: string, from: number): number {
  expression.lastIndex = from;
  return expression.test(text) ? expression.lastIndex - 1 : text.length;
}

/** Writes all of a text. */
export function write(out: JsonWriter, text: string): void {
  out.slice(text, 0, text.length);
}
