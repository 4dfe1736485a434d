import { createPile } from "./pile.ts";
import type { Pile } from "./pile.ts";

/** A step of the parser that may have to wait for more input: it yields, and is resumed with a longer window. */
export type Task<T> = Generator<undefined, T, undefined>;

/**
 * The part of the input that can be looked at: the current chunk, preceded by what could not be decided before. Tasks read
 * at `pos` and advance it; positions do not survive a `yield`, absolute offsets (`base + pos`) do.
 */
export interface Window {
  buf: string;
  pos: number;
  /** The chunk that came last. */
  fresh: string;
  /** Absolute offset of `buf[0]`, in UTF-16 units of the input. */
  base: number;
  /** No more input will come. */
  final: boolean;
  /** A step to be run directly on new input, without resuming the task; it returns true when the task has to go on. */
  hot: (() => boolean) | undefined;
  /** Whether the characters that come next are arguments as they stand, unless they end a string or escape something in it. */
  plain: (() => boolean) | undefined;
  /** Absolute offset from which consumed input is kept, or -1. */
  keptFrom: number;
  readonly kept: Pile;
  keepPos: number;
  /** Characters looked at, those looked at again included: what has to stay linear in the length of the input. */
  examined: number;
}

/** An empty window at offset 0. */
export function createWindow(): Window {
  return {
    buf: "",
    pos: 0,
    fresh: "",
    base: 0,
    final: false,
    hot: undefined,
    plain: undefined,
    keptFrom: -1,
    kept: createPile(),
    keepPos: 0,
    examined: 0,
  };
}

/** Appends a chunk after what has not been consumed. */
export function extend(w: Window, chunk: string): void {
  const { buf, pos } = w;
  const isConsumed = pos === buf.length;
  if (w.keptFrom >= 0) {
    // Usually all of it, which needs no text of its own.
    if (pos > w.keepPos) w.kept.add(isConsumed && w.keepPos === 0 ? buf : buf.slice(w.keepPos, pos));
    w.keepPos = 0;
  }
  w.base += pos;
  w.buf = isConsumed ? chunk : buf.slice(pos) + chunk;
  w.pos = 0;
  w.fresh = chunk;
  w.examined += w.buf.length;
}

/** Starts keeping what is consumed from here on, so that `rewind` and `keptText` can give it back. */
export function keep(w: Window, from: number = w.pos): void {
  w.keptFrom = w.base + from;
  w.kept.clear();
  w.keepPos = from;
}

/** Stops keeping. */
export function release(w: Window): void {
  w.keptFrom = -1;
  w.kept.clear();
}

/** What was consumed since `keep`. */
export function keptText(w: Window): string {
  return w.kept.text() + w.buf.slice(w.keepPos, w.pos);
}

/** Goes back to an absolute offset at or after the one where keeping began; keeping goes on. */
export function rewind(w: Window, offset: number): void {
  const target = offset - w.base;
  w.examined += w.pos - target;
  if (target >= 0) {
    w.pos = target;
    if (w.keepPos > w.pos) w.keepPos = w.pos;
    return;
  }
  const all = keptText(w);
  const cut = offset - w.keptFrom;
  w.buf = all.slice(cut) + w.buf.slice(w.pos);
  w.kept.clear();
  w.kept.add(all.slice(0, cut));
  w.base = offset;
  w.pos = 0;
  w.keepPos = 0;
}

/**
 * Runs a step on every new input until it returns true. The step must return true once the window is final. `plain` tells of a step that
 * has returned false whether plain characters need none (see `Window`).
 */
export function* drive(w: Window, step: () => boolean, plain?: () => boolean): Task<void> {
  if (!step()) yield* runOn(w, step, plain);
}

/** Like `drive`, on the next input first: nothing of the task is resumed until the step returns true. */
function* runOn(w: Window, step: () => boolean, plain?: () => boolean): Task<void> {
  w.hot = step;
  w.plain = plain;
  yield;
  w.hot = undefined;
  w.plain = undefined;
}

/** The next character code without consuming it, or -1 at the end of the input. */
export function* peek(w: Window): Task<number> {
  while (w.pos >= w.buf.length) {
    if (w.final) return -1;
    yield;
  }
  return w.buf.charCodeAt(w.pos);
}

/** Whether a character is whitespace between markers: space, tab, line feed, carriage return, form feed. */
export function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** Skips whitespace; tells whether there was a line break in it. */
export function* skipSpace(w: Window): Task<boolean> {
  let line = false;
  for (;;) {
    const code = yield* peek(w);
    if (!isSpace(code)) return line;
    if (code === 10) line = true;
    w.pos += 1;
  }
}

/** Skips whitespace in the window without waiting; false when the window ends before anything else is seen. */
export function skipSpaceNow(w: Window): boolean {
  const { buf } = w;
  let at = w.pos;
  while (at < buf.length && isSpace(buf.charCodeAt(at))) at += 1;
  w.pos = at;
  return at < buf.length;
}

/** Like `literal`, without waiting: undefined, and nothing consumed, when more input may make one of them complete. */
export function literalNow(w: Window, literals: readonly string[]): number | undefined {
  const rest = w.buf.length - w.pos;
  for (let index = 0; index < literals.length; index += 1) {
    const text = literals[index] ?? "";
    if (rest >= text.length) {
      if (!w.buf.startsWith(text, w.pos)) continue;
      w.pos += text.length;
      return index;
    }
    if (!w.final && isBegun(text, w)) return undefined;
  }
  return -1;
}

/** Whether the rest of the window is the beginning of a text. */
function isBegun(text: string, { buf, pos }: Window): boolean {
  if (pos >= buf.length) return true;
  return text.charCodeAt(0) === buf.charCodeAt(pos) && text.startsWith(pos === 0 ? buf : buf.slice(pos));
}

/** Consumes one of the literals (longer ones first in the list) and returns its index, or -1 and consumes nothing. */
export function* literal(w: Window, literals: readonly string[]): Task<number> {
  let found = literalNow(w, literals);
  if (found !== undefined) return found;
  // The first one that has begun is waited for: those before it cannot come any more.
  let begun = literals.find((text) => isBegun(text, w)) ?? "";
  yield* runOn(w, () => {
    if (goesOn(begun, w)) return false;
    found = literalNow(w, literals);
    if (found === undefined) begun = literals.find((text) => isBegun(text, w)) ?? "";
    return found !== undefined;
  });
  return found ?? -1;
}

/** Whether the last chunk goes on with a text that had begun before it, and does not end it. Only the chunk is looked at. */
function goesOn(text: string, { buf, pos, fresh, final }: Window): boolean {
  const length = buf.length - pos;
  return !final && length < text.length && text.startsWith(fresh, length - fresh.length);
}

/** Like `run`, without waiting: undefined, and nothing consumed, when none that stops is in the window. */
export function runNow(w: Window, stops: (code: number) => boolean): string | undefined {
  const { buf, pos } = w;
  let at = pos;
  while (at < buf.length && !stops(buf.charCodeAt(at))) at += 1;
  if (at === buf.length) return undefined;
  w.pos = at;
  return buf.slice(pos, at);
}

/** Consumes characters until one that stops, and returns them. */
export function* run(w: Window, stops: (code: number) => boolean): Task<string> {
  let taken = "";
  yield* drive(w, () => {
    const from = w.pos;
    let at = from;
    const end = w.buf.length;
    while (at < end && !stops(w.buf.charCodeAt(at))) at += 1;
    taken += w.buf.slice(from, at);
    w.pos = at;
    return at < end || w.final;
  });
  return taken;
}
