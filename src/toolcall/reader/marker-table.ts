import type { Window } from "../window/window.ts";

/** What a marker means where it is looked for. */
export type MarkerKind =
  | "call"
  | "section"
  | "section-close"
  | "call-close"
  | "reasoning"
  | "reasoning-close"
  | "wrap"
  | "wrap-close"
  | "turn-end"
  | "header"
  | "message-close"
  | "block";

/** A literal to be found in text, and what it stands for. `index` tells alternatives apart. */
export interface MarkerEntry {
  readonly text: string;
  readonly kind: MarkerKind;
  readonly index: number;
  readonly lineStart?: boolean;
}

/** A set of markers, arranged for a scan over text. */
export interface MarkerTable {
  /** 1 for every character code below 128 that begins a marker. */
  readonly first: readonly number[];
  /** The same, and 1 for the end of a line. */
  readonly firstOrLine: readonly number[];
  /** Markers by their first character, longer ones first. */
  readonly byFirst: ReadonlyMap<number, readonly MarkerEntry[]>;
  readonly longest: number;
}

/** Arranges markers; of equal texts the first one given counts. First characters are ASCII in every format. */
export function createMarkerTable(entries: readonly MarkerEntry[]): MarkerTable {
  const first = Array<number>(128).fill(0);
  const byFirst = new Map<number, MarkerEntry[]>();
  const seen = new Set<string>();
  let longest = 1;
  for (const entry of entries) {
    if (entry.text === "" || seen.has(entry.text)) continue;
    seen.add(entry.text);
    const code = entry.text.charCodeAt(0);
    if (code < 128) first[code] = 1;
    byFirst.set(code, [...(byFirst.get(code) ?? []), entry]);
    longest = Math.max(longest, entry.text.length);
  }
  for (const list of byFirst.values()) list.sort((a, b) => b.text.length - a.text.length);
  return { first, firstOrLine: first.with(10, 1), byFirst, longest };
}

/** Tells whether a marker text at an absolute offset may count; token-id mode says no to text made of other tokens. */
export type MarkerGuard = (text: string, offset: number) => boolean;

/** The marker at a place of the window; `undefined` for none, `"more"` when only further input can tell. */
export function markerAt(
  w: Window,
  table: MarkerTable,
  at: number,
  guard: MarkerGuard | undefined,
): MarkerEntry | "more" | undefined {
  const list = table.byFirst.get(w.buf.charCodeAt(at));
  if (list === undefined) return undefined;
  const rest = w.buf.length - at;
  let tail: string | undefined;
  for (const entry of list) {
    if (rest >= entry.text.length) {
      if (w.buf.startsWith(entry.text, at) && (guard === undefined || guard(entry.text, w.base + at))) return entry;
    } else if (!w.final && entry.text.startsWith((tail ??= at === 0 ? w.buf : w.buf.slice(at)))) return "more";
  }
  return undefined;
}
