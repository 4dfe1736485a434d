import type { ValueDialect } from "../format.ts";
import type { Window } from "../window/window.ts";
import { createJsonScanner } from "./json-scanner.ts";
import { createLiteralScanner } from "./literal-scanner.ts";
import type { ValueScanner } from "./scanner.ts";
import { createDelimitedStringReader, createPythonStringReader } from "./string-reader.ts";

const jsonWords = { true: "true", false: "false", null: "null" } as const;
const pythonWords = { ...jsonWords, True: "true", False: "false", None: "null" } as const;

/** A scanner for one of the three dialects; the bare one needs its string delimiter. */
export function createValueScanner(w: Window, dialect: ValueDialect, delimiter = '"'): ValueScanner {
  if (dialect === "json") return createJsonScanner(w);
  if (dialect === "python") {
    return createLiteralScanner(w, {
      strings: createPythonStringReader(w),
      opensString: (window, at) => (window.buf.charCodeAt(at) === 34 || window.buf.charCodeAt(at) === 39 ? 1 : 0),
      words: pythonWords,
      bareKeys: false,
      trailingComma: true,
    });
  }
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
