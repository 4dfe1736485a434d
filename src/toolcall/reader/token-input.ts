import type { ParserEvent } from "../event.ts";
import type { MarkerGuard } from "./marker-table.ts";

/** Brings token ids into the text: which markers really are special tokens, and those whose text was dropped. */
export interface TokenInput {
  /** The text to be parsed for a chunk whose text begins at an offset of the parsed text. */
  take(text: string, ids: readonly number[], offset: number): string;
  /** Whether ids have been seen for a format that has some. */
  active(): boolean;
  readonly guard: MarkerGuard;
  /** Turns offsets in the parsed text into offsets in the input. */
  mapSpans(events: readonly ParserEvent[]): readonly ParserEvent[];
}

/** Input with token ids, for the marker ids of a format. */
export function createTokenInput(tokens: Readonly<Record<string, number>>): TokenInput {
  const texts = new Map(Object.entries(tokens).map(([text, id]) => [id, text]));
  const known = [...texts.values()];
  const special = new Set<number>();
  const added: { readonly at: number; readonly length: number }[] = [];
  let on = false;

  const inputOffset = (at: number): number => {
    let back = 0;
    for (const { at: from, length } of added) if (from < at) back += Math.min(length, at - from);
    return at - back;
  };

  return {
    active: () => on,
    take: (text, ids, offset) => {
      if (texts.size === 0) return text;
      on = true;
      let out = "";
      let rest = text;
      for (const id of ids) {
        const marker = texts.get(id);
        if (marker === undefined) continue;
        const at = rest.indexOf(marker);
        if (at >= 0) {
          out += rest.slice(0, at);
          rest = rest.slice(at + marker.length);
        } else added.push({ at: offset + out.length, length: marker.length });
        special.add(offset + out.length);
        out += marker;
      }
      return out + rest;
    },
    guard: (marker, offset) => {
      for (const text of known) {
        const at = marker.indexOf(text);
        if (at >= 0 && !special.has(offset + at)) return false;
      }
      return true;
    },
    mapSpans: (events) =>
      added.length === 0
        ? events
        : events.map((event) => ({ ...event, start: inputOffset(event.start), end: inputOffset(event.end) })),
  };
}
