import type { ValueDialect } from "../format.ts";
import type { Window } from "../window/window.ts";
import { createBareScanner } from "./bare-scanner.ts";
import { createJsonScanner } from "./json-scanner.ts";
import { createPythonScanner } from "./python-scanner.ts";
import type { ValueScanner } from "./scanner.ts";

/** Makes the scanner of a dialect; the bare one needs its string delimiter. A format that is read alone brings only its own. */
export type ScannerOf = (w: Window, dialect: ValueDialect, delimiter?: string) => ValueScanner;

/** A scanner for any of the three dialects. */
export const createValueScanner: ScannerOf = (w, dialect, delimiter = '"') => {
  if (dialect === "json") return createJsonScanner(w);
  return dialect === "python" ? createPythonScanner(w) : createBareScanner(w, delimiter);
};
