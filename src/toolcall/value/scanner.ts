/**
 * Reads one value from a window, piece by piece, and writes it down as JSON text. `run` consumes what is there and returns
 * true when the value is over: complete (`done`), not readable (`error`) or cut off by the end of the input (`cut`).
 */
export interface ValueScanner {
  /** Gets ready for the next value; the window stands at its first character. */
  begin(): void;
  run(): boolean;
  /** The JSON text written since the last call. */
  take(): string;
  /** Whether the window stands in a string, where plain characters are written as they are. */
  inText(): boolean;
  status: "open" | "done" | "error" | "cut";
}

/** Values nested deeper than a stack of this many containers are fine; it is a plain array. */
export const inObject = 1;
/** See {@link inObject}. */
export const inArray = 2;

/** The JSON escape of a character that must not appear in a string as it is, or undefined. */
export function escapeOf(code: number): string | undefined {
  if (code === 34) return '\\"';
  if (code === 92) return "\\\\";
  if (code >= 32) return undefined;
  if (code === 10) return "\\n";
  if (code === 13) return "\\r";
  if (code === 9) return "\\t";
  if (code === 8) return "\\b";
  if (code === 12) return "\\f";
  return `\\u${code.toString(16).padStart(4, "0")}`;
}

/** What JSON does not let appear in a string. A search is faster than a loop over characters from a few dozen of them on. */
const needsEscape = /[^ !#-[\]-\uffff]/;
const needsEscapeEach = /[^ !#-[\]-\uffff]/g;
const surrogate = /[\ud800-\udfff]/;

/** Text as the inside of a JSON string. Lone surrogates stay, so that a pair may be cut between two calls. */
export function escapeText(text: string): string {
  if (text.length < 32 ? isPlain(text) : !needsEscape.test(text)) return text;
  if (!surrogate.test(text)) return JSON.stringify(text).slice(1, -1);
  return text.replace(needsEscapeEach, (char) => escapeOf(char.charCodeAt(0)) ?? char);
}

function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 32 || code === 34 || code === 92) return false;
  }
  return true;
}
