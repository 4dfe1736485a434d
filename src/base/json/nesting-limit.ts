import { endOfString, marks } from "./json-marks.ts";

/** How many levels a file may nest. None that is of use comes near it, and whatever walks a value may recurse. */
export const mostLevels = 512;

/** A place in a text: line and column, counted from 1. */
export type TextPlace = { readonly line: number; readonly column: number };

/** Where a text stands at an offset, in UTF-16 units. */
export function placeAt(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/**
 * Where a JSON text, with comments or without, opens more levels than a file may; undefined where it does not. It looks at every
 * character once and parses nothing: parsers that recurse would not come back.
 */
export function tooDeepAt(text: string): TextPlace | undefined {
  let levels = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === marks.quote) at = endOfString(text, at);
    else if (code === marks.slash) at = endOfComment(text, at);
    else if (code === marks.closeList || code === marks.closeObject) levels -= 1;
    else if ((code === marks.openList || code === marks.openObject) && (levels += 1) > mostLevels) return placeAt(text, at);
  }
  return undefined;
}

/** The last character of the comment that begins at `from`; `from` itself where none does. */
function endOfComment(text: string, from: number): number {
  const opening = text.slice(from, from + 2);
  if (opening !== "//" && opening !== "/*") return from;
  const end = opening === "//" ? text.indexOf("\n", from) : text.indexOf("*/", from + 2) + 1;
  return end <= 0 ? text.length : end;
}
