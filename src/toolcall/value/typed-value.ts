import { createWindow } from "../window/window.ts";
import { wholeJson } from "./decode-arguments.ts";
import { isJsonNumber } from "./number.ts";
import { createPythonScanner } from "./python-scanner.ts";
import { escapeText } from "./scanner.ts";

/** The JSON text of a Python literal when a text is exactly one, else undefined. */
function wholePython(text: string): string | undefined {
  const w = createWindow();
  w.buf = `${text.trim()} `;
  w.final = true;
  const scanner = createPythonScanner(w);
  scanner.begin();
  scanner.run();
  return scanner.status === "done" && w.pos >= w.buf.length - 1 ? scanner.take() : undefined;
}

function asNumber(text: string, types: ReadonlySet<string>): string | undefined {
  if (!types.has("number") && !types.has("integer")) return undefined;
  if (!isJsonNumber(text)) return undefined;
  return types.has("number") || /^-?\d+(\.0+)?$/.test(text) ? text : undefined;
}

function asContainer(text: string, types: ReadonlySet<string>): string | undefined {
  const first = text.charAt(0);
  if (!(first === "{" && types.has("object")) && !(first === "[" && types.has("array"))) return undefined;
  return wholeJson(text) ?? wholePython(text);
}

/** The JSON text of a value between tags, by the types it may have; what fits none of them is text. */
export function typedValue(text: string, types: ReadonlySet<string>, nullWords: readonly string[]): string {
  const bare = text.trim();
  if (types.has("null") && nullWords.includes(bare)) return "null";
  const number = asNumber(bare, types);
  if (number !== undefined) return number;
  if (types.has("boolean") && /^(true|false|True|False)$/.test(bare)) return bare.toLowerCase();
  return asContainer(bare, types) ?? `"${escapeText(text)}"`;
}

/** Whether values of these types can only be text. */
export function isTextOnly(types: ReadonlySet<string> | undefined): boolean {
  if (types === undefined) return true;
  for (const type of types) if (["null", "number", "integer", "boolean", "object", "array"].includes(type)) return false;
  return true;
}
