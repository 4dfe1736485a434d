import { falseStart, giveUp, offset, ranOut, settle } from "../reader/context.ts";
import type { Context } from "../reader/context.ts";
import { recover } from "../reader/recover.ts";
import type { Recovery } from "../reader/recover.ts";
import { literal, rewind, skipSpace } from "../window/window.ts";
import type { Task } from "../window/window.ts";
import type { Reading } from "../reader/reading.ts";

/** Markers around groups of calls, and how one call is read. */
export interface SectionReader {
  readonly open: readonly string[];
  readonly close: readonly string[];
  /** First literals of a call. */
  readonly callOpen: readonly string[];
  readonly recovery: Recovery;
  /** Closers that may come after the closer of a call. */
  readonly outerClose: readonly string[];
  /** Reads the call at which the window stands. */
  readCall(): Task<Reading>;
}

/** Reads one call and deals with its outcome; false when it was not a call at all and nothing has been done. */
function* readOne(ctx: Context, reader: SectionReader): Task<boolean> {
  const reading = yield* reader.readCall();
  if (reading.kind === "none") return false;
  if (reading.kind === "cut") giveUp(ctx, "truncated", "the input ends inside a call");
  else if (reading.kind === "bad") yield* recover(ctx, reader.recovery, reading.why, reader.outerClose);
  return true;
}

/** Reads a section from its opener, up to its closer or to text between calls. */
export function* readSection(ctx: Context, reader: SectionReader, openerLength: number): Task<void> {
  const { w, sink } = ctx;
  w.pos += openerLength;
  for (let first = true; ; first = false) {
    const mark = offset(ctx);
    yield* skipSpace(w);
    const before = offset(ctx);
    const literals = [...reader.close, ...reader.callOpen];
    const found = yield* literal(w, literals);
    if (found >= 0 && found < reader.close.length) {
      ctx.inSection = false;
      sink.boundary(offset(ctx));
      return;
    }
    if (found >= 0) {
      rewind(w, before);
      if (yield* readOne(ctx, reader)) continue;
    }
    if (first && found < 0 && ranOut(w, literals))
      return giveUp(ctx, "truncated", "the input ends after the opener of a section");
    if (first) return falseStart(ctx, openerLength);
    rewind(w, mark);
    settle(ctx);
    ctx.inSection = true;
    return;
  }
}

/** Reads a call that stands on its own or in an open section; a false one is text. */
export function* readAlone(ctx: Context, reader: SectionReader, openerLength: number): Task<void> {
  if (!(yield* readOne(ctx, reader))) falseStart(ctx, openerLength);
}
