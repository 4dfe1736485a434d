import type { Window } from "../window/window.ts";
import { createLiteralScanner, jsonWords } from "./literal-scanner.ts";
import { createPythonStringReader } from "./python-strings.ts";
import type { ValueScanner } from "./scanner.ts";

const pythonWords = { ...jsonWords, True: "true", False: "false", None: "null" } as const;

/** A scanner for literals of Python. */
export function createPythonScanner(w: Window): ValueScanner {
  return createLiteralScanner(w, {
    strings: createPythonStringReader(w),
    opensString: (window, at) => (window.buf.charCodeAt(at) === 34 || window.buf.charCodeAt(at) === 39 ? 1 : 0),
    words: pythonWords,
    bareKeys: false,
    trailingComma: true,
  });
}
