import type { Window } from "../window/window.ts";
import { createDelimitedStringReader } from "./delimited-strings.ts";
import { createLiteralScanner, jsonWords } from "./literal-scanner.ts";
import type { ValueScanner } from "./scanner.ts";

/** A scanner for values whose keys have no quotes and whose strings stand between a delimiter. */
export function createBareScanner(w: Window, delimiter: string): ValueScanner {
  const first = delimiter.charCodeAt(0);
  return createLiteralScanner(w, {
    strings: createDelimitedStringReader(w, delimiter),
    opensString: (window, at) => {
      if (window.buf.charCodeAt(at) !== first) return 0;
      if (window.buf.startsWith(delimiter, at)) return delimiter.length;
      const rest = window.buf.length - at;
      return !window.final && rest < delimiter.length && delimiter.startsWith(window.buf.slice(at)) ? -1 : 0;
    },
    words: jsonWords,
    bareKeys: true,
    trailingComma: false,
  });
}
