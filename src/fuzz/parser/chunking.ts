import * as fc from "fast-check";
import type { ParserEvent } from "../../toolcall/event.ts";
import type { ToolCallFormat } from "../../toolcall/format.ts";
import { createToolCallParser } from "../../toolcall/parser.ts";
import type { ParserOptions } from "../../toolcall/parser.ts";

/** A way to cut an input: UTF-16 lengths that are used in turn, or its UTF-8 bytes in pieces of these lengths. */
export interface Chunking {
  readonly lengths: readonly number[];
  readonly bytes: boolean;
}

/** Cuts with short and long pieces, empty ones included; for `bytes` only whole characters survive the detour over UTF-8. */
export function chunkings(): fc.Arbitrary<Chunking> {
  const length = fc.oneof(
    { weight: 3, arbitrary: fc.constant(1) },
    fc.integer({ min: 0, max: 6 }),
    fc.integer({ min: 7, max: 80 }),
  );
  const lengths = fc.oneof(
    fc.constant([1]),
    fc.array(length, { minLength: 1, maxLength: 12 }).filter((list) => list.some((n) => n > 0)),
  );
  return fc.record({ lengths, bytes: fc.boolean() });
}

/** Feeds an input in pieces and returns all events, with the parser for further questions. */
export function feedInPieces(
  format: ToolCallFormat,
  input: string,
  chunking: Chunking,
  options: ParserOptions = {},
): { readonly events: ParserEvent[]; readonly examined: number; readonly feeds: number } {
  const parser = createToolCallParser(format, options);
  const events: ParserEvent[] = [];
  let feeds = 0;
  const eachPiece = (total: number, feed: (from: number, to: number) => readonly ParserEvent[]): void => {
    for (let from = 0; from < total; feeds += 1) {
      const to = Math.min(total, from + (chunking.lengths[feeds % chunking.lengths.length] ?? 1));
      events.push(...feed(from, to));
      from = to;
    }
  };
  if (chunking.bytes && !/\p{Surrogate}/u.test(input)) {
    const bytes = new TextEncoder().encode(input);
    eachPiece(bytes.length, (from, to) => parser.feedBytes(bytes.subarray(from, to)));
  } else eachPiece(input.length, (from, to) => parser.feed(input.slice(from, to)));
  events.push(...parser.end());
  return { events, examined: parser.examined(), feeds };
}

/**
 * Events with neighbours of the same kind joined, so that they no longer show where the input was cut. How far the fragments
 * of a call that was taken back had come is not compared.
 */
export function mergeEvents(events: readonly ParserEvent[]): ParserEvent[] {
  const merged: ParserEvent[] = [];
  for (const event of events) {
    if (event.type === "call-abort") {
      const last = merged.at(-1);
      if (last?.type === "call-args") merged[merged.length - 1] = { ...last, end: last.start };
    }
    const last = merged.at(-1);
    const joined = last === undefined ? undefined : joinEvents(last, event);
    if (joined === undefined) merged.push(event);
    else merged[merged.length - 1] = joined;
  }
  return merged;
}

function joinEvents(a: ParserEvent, b: ParserEvent): ParserEvent | undefined {
  const { end } = b;
  if (a.type === "text" && b.type === "text") return { ...a, text: a.text + b.text, end };
  if (a.type === "reasoning" && b.type === "reasoning") return { ...a, text: a.text + b.text, end };
  if (a.type === "call-args" && b.type === "call-args") return { ...a, fragment: a.fragment + b.fragment, end };
  if (a.type === "markup" && b.type === "markup") return { ...a, end };
  return undefined;
}
