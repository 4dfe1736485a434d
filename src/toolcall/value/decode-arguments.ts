import { createWindow } from "../window/window.ts";
import { createJsonScanner } from "./json-scanner.ts";

/** The text of a JSON value when a text is exactly one, else undefined. Nothing is rounded or reordered. */
export function wholeJson(text: string): string | undefined {
  const w = createWindow();
  w.buf = `${text.trim()} `;
  w.final = true;
  const scanner = createJsonScanner(w);
  scanner.begin();
  scanner.run();
  return scanner.status === "done" && w.pos >= w.buf.length - 1 ? scanner.take().trimEnd() : undefined;
}

/**
 * The JSON text of an argument object that was not written as an object: a string that holds one, or null for none.
 * Undefined when it is neither.
 */
export function decodeArguments(json: string): string | undefined {
  if (json === "null") return "{}";
  if (!json.startsWith('"')) return undefined;
  const inner = wholeJson(JSON.parse(json) as string);
  if (inner === "null") return "{}";
  return inner?.startsWith("{") === true ? inner : undefined;
}
