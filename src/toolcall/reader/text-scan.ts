import { settleRun, stepFence } from "./fence.ts";
import type { FenceTracker } from "./fence.ts";
import { markerAt } from "./marker-table.ts";
import type { MarkerEntry, MarkerGuard, MarkerTable } from "./marker-table.ts";
import { keep, keptText, release, rewind } from "../window/window.ts";
import type { Window } from "../window/window.ts";

/** Scans text up to the next marker. `step` can be driven; afterwards `found` is the marker, at which the window stands. */
export interface TextScan {
  readonly step: () => boolean;
  found: MarkerEntry | undefined;
}

/** Where scanned text goes: the piece, and the offset of its end. */
export type TextOutput = (text: string, end: number) => void;

/** What a scan needs: the window, the markers, where text goes, and how lines and fences are followed (if at all). */
export interface TextScanInput {
  readonly window: Window;
  readonly table: MarkerTable;
  readonly output: TextOutput;
  readonly guard: (() => MarkerGuard | undefined) | undefined;
  readonly lines: FenceTracker | undefined;
  /** Markup inside a fence is text. */
  readonly fences: boolean;
}

/** Makes a scan. It holds back at most the beginning of a marker, or of one on a line that may turn out to open a fence. */
export function createTextScan(input: TextScanInput): TextScan {
  const { window: w, table, output, lines, fences } = input;
  const { first, firstOrLine } = table;
  const plainStop = lines === undefined ? first : firstOrLine;
  let held = -1;

  const put = (from: number, to: number): void => {
    if (held < 0 && to > from) output(w.buf.slice(from, to), w.base + to);
  };

  /** The next place where a marker may begin or, where lines are followed, a line ends. */
  const skipPlain = (from: number): number => {
    const { buf } = w;
    const end = buf.length;
    let at = from;
    while (at < end) {
      const code = buf.charCodeAt(at);
      if (code < 128 && plainStop[code] === 1) return at;
      at += 1;
    }
    return at;
  };

  /** Runs over fenced text; returns the position after what was read. */
  const runFenced = (f: FenceTracker, at: number): number => {
    const { buf } = w;
    let here = at;
    while (here < buf.length && f.state !== "text") {
      if (f.state === "inside" && f.indent < 0) {
        const line = buf.indexOf("\n", here);
        if (line < 0) return buf.length;
        here = line;
      }
      const code = buf.charCodeAt(here);
      if (settleRun(f, code) === "text") return here;
      if (f.state === "info" && held < 0 && code < 128 && first[code] === 1) return here;
      stepFence(f, code);
      here += 1;
      if (held >= 0 && f.state !== "info") return here;
    }
    return here;
  };

  /** The text held on a possible fence line is decided: shown when it is one, read again when it is not. */
  const settleHeld = (f: FenceTracker): void => {
    if (f.state === "text") rewind(w, held);
    else output(keptText(w), w.base + w.pos);
    held = -1;
    release(w);
  };

  const followLine = (f: FenceTracker, code: number): void => {
    if (fences) stepFence(f, code);
    else if (code === 10) f.indent = 0;
    else f.indent = code === 32 && f.indent >= 0 ? f.indent + 1 : -1;
  };

  const scan: TextScan = {
    found: undefined,
    step: () => {
      scan.found = undefined;
      let from = w.pos;
      let at = from;
      while (at < w.buf.length) {
        if (fences && lines !== undefined && lines.state !== "text") {
          at = runFenced(lines, at);
          if (held >= 0) {
            w.pos = at;
            if (lines.state === "info") continue;
            settleHeld(lines);
            at = w.pos;
            from = at;
          } else if (lines.state === "info" && at < w.buf.length) {
            put(from, at);
            w.pos = at;
            held = w.base + at;
            keep(w);
            from = at;
            stepFence(lines, w.buf.charCodeAt(at));
            at += 1;
          }
          continue;
        }
        if (lines === undefined || lines.indent < 0) at = skipPlain(at);
        if (at >= w.buf.length) break;
        const code = w.buf.charCodeAt(at);
        if (code < 128 && first[code] === 1) {
          const entry = markerAt(w, table, at, input.guard?.());
          if (entry === "more") break;
          if (entry !== undefined && (entry.lineStart !== true || lines?.indent === 0)) {
            put(from, at);
            w.pos = at;
            scan.found = entry;
            return true;
          }
        }
        if (lines !== undefined && (code === 10 || lines.indent >= 0)) followLine(lines, code);
        at += 1;
      }
      put(from, at);
      w.pos = at;
      if (!w.final) return false;
      if (held >= 0 && lines !== undefined) settleHeld(lines);
      return true;
    },
  };
  return scan;
}

/** Text that was shown without being scanned (a false opener, what a malformed call hands back) still makes up lines. */
export function followText(lines: FenceTracker, text: string): void {
  if (text !== "") lines.indent = text.endsWith("\n") ? 0 : -1;
}
