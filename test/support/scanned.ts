import { expect } from "vitest";
import type { ValueScanner } from "../../src/toolcall/value/scanner.ts";
import { createWindow, extend, type Window } from "../../src/toolcall/window/window.ts";

/** How a value was read: its JSON text, whether it is over, and what of the input stands behind it. */
export type Scanned = { readonly json: string; readonly status: ValueScanner["status"]; readonly rest: string };

/** Makes a scanner over a window. */
export type MakeScanner = (w: Window) => ValueScanner;

function scanned(make: MakeScanner, pieces: readonly string[]): Scanned {
  const w = createWindow();
  const scanner = make(w);
  scanner.begin();
  let json = "";
  let over = false;
  for (const piece of pieces) {
    extend(w, piece);
    over = scanner.run();
    json += scanner.take();
    if (over) break;
  }
  if (!over) {
    w.final = true;
    extend(w, "");
    scanner.run();
    json += scanner.take();
  }
  const read = w.base + w.pos;
  return { json, status: scanner.status, rest: pieces.join("").slice(read) };
}

/** Reads a value whole, unit by unit, and in two halves wherever it is cut; all have to agree. */
export function scan(make: MakeScanner, text: string): Scanned {
  const whole = scanned(make, [text]);
  const units = Array.from({ length: text.length }, (_, at) => text.charAt(at));
  expect(scanned(make, units)).toEqual(whole);
  for (let at = 1; at < text.length; at += 1) {
    expect(scanned(make, [text.slice(0, at), text.slice(at)])).toEqual(whole);
  }
  return whole;
}
