import { closer, confirm, falseStart, giveBack, giveUp, offset, partsOf, ranOut, sequence, settle } from "../reader/context.ts";
import type { BodyEngine, Context } from "../reader/context.ts";
import type { JsonEnvelopeSyntax } from "../format.ts";
import type { MarkerEntry } from "../reader/marker-table.ts";
import { recover } from "../reader/recover.ts";
import type { Recovery } from "../reader/recover.ts";
import type { ScannerOf } from "../value/dialects.ts";
import { literal, peek, rewind, skipSpace } from "../window/window.ts";
import type { Task } from "../window/window.ts";
import { createEnvelopeReader } from "./envelope-object.ts";
import { bad, cut, delivered } from "../reader/reading.ts";
import type { Reading } from "../reader/reading.ts";

const brace = 123;
const bracket = 91;
const comma = 44;

/** What the functions that read calls of a format work with. */
interface JsonReader {
  readonly ctx: Context;
  readonly syntax: JsonEnvelopeSyntax;
  readonly readObject: () => Task<Reading>;
  /** As in every list of Python. */
  readonly mayEndInComma: boolean;
  readonly recovery: Recovery;
}

/** Reads the elements of an array. The window stands at its bracket. */
function* readArray({ ctx, mayEndInComma, readObject }: JsonReader): Task<Reading> {
  const { w } = ctx;
  w.pos += 1;
  for (let isFirst = true; ; isFirst = false) {
    yield* skipSpace(w);
    const code = yield* peek(w);
    if (code === 93 && (isFirst || mayEndInComma)) break;
    if (code !== brace) return code < 0 ? cut : bad("an element is not an object");
    const reading = yield* readObject();
    if (reading.kind !== "call") return reading;
    settle(ctx);
    yield* skipSpace(w);
    const next = yield* peek(w);
    if (next === 93) break;
    if (next !== comma) return next < 0 ? cut : bad("a comma is missing");
    w.pos += 1;
  }
  w.pos += 1;
  return delivered;
}

/** Consumes what stands between two objects in a row; false and nothing consumed when no further object follows. */
function* nextInSequence({ ctx, syntax }: JsonReader): Task<boolean> {
  const { w } = ctx;
  const mark = offset(ctx);
  yield* skipSpace(w);
  const separated = syntax.separator !== ";" || (yield* literal(w, [";"])) === 0;
  if (separated) yield* skipSpace(w);
  if (separated && (yield* peek(w)) === brace) return true;
  rewind(w, mark);
  return false;
}

function* readObjects(reader: JsonReader): Task<Reading> {
  const { ctx, syntax, readObject } = reader;
  for (;;) {
    const reading = yield* readObject();
    if (reading.kind !== "call") return reading;
    settle(ctx);
    if (syntax.separator === undefined || !(yield* nextInSequence(reader))) return reading;
  }
}

function readValue(reader: JsonReader, code: number): Task<Reading> {
  return code === bracket ? readArray(reader) : readObjects(reader);
}

function* close(ctx: Context, markersToClose: JsonEnvelopeSyntax["close"], optional: boolean): Task<void> {
  if (markersToClose.length === 0) return;
  const end = offset(ctx);
  if ((yield* closer(ctx, markersToClose)) >= 0) ctx.sink.boundary(offset(ctx));
  else if (!optional) ctx.sink.diagnostic("unclosed", "the closing marker of a call is missing", end, end);
}

/** Whether the window stands at something that can be a call. Consumes whitespace. */
function* begins({ ctx, syntax }: JsonReader): Task<number> {
  const { w } = ctx;
  if (syntax.openMustBeFollowedBy === undefined) yield* skipSpace(w);
  const code = yield* peek(w);
  if (code < 0 || code === bracket) return code;
  return code === brace && syntax.openMustBeFollowedBy === undefined ? code : 0;
}

function* read(reader: JsonReader, entry: MarkerEntry): Task<void> {
  const { ctx, syntax, recovery } = reader;
  const { w, sink } = ctx;
  const parts = partsOf(syntax.open[entry.index] ?? "");
  const first = entry.text.length;
  if (!(yield* sequence(ctx, parts))) {
    if (ranOut(w, parts)) giveUp(ctx, "truncated", "the input ends in the opener of a call");
    else falseStart(ctx, first);
    return;
  }
  const code = yield* begins(reader);
  if (code === 0) return falseStart(ctx, first);
  if (code < 0) return giveUp(ctx, "truncated", "the input ends after the opener of a call");
  confirm(ctx);
  const before = sink.delivered();
  const reading = yield* readValue(reader, code);
  if (reading.kind === "cut") return giveUp(ctx, "truncated", "the input ends inside a call");
  if (reading.kind === "bad") return yield* recover(ctx, recovery, reading.why);
  if (sink.delivered() === before) sink.boundary(offset(ctx));
  yield* close(ctx, syntax.close, syntax.closeOptional === true);
}

/** A value that opens the message without a marker is a call, or text as it stands. */
function* readBare(reader: JsonReader): Task<void> {
  const { ctx, syntax } = reader;
  const { w, sink } = ctx;
  const wraps = syntax.bareWraps ?? [];
  const wrap = yield* literal(
    w,
    wraps.map(([open]) => open),
  );
  if (wrap >= 0) yield* skipSpace(w);
  const code = yield* peek(w);
  if (code < 0 || !(syntax.bareStart ?? []).some((start) => start.charCodeAt(0) === code)) return falseStart(ctx, 0);
  const before = sink.delivered();
  const reading = yield* readValue(reader, code);
  if (reading.kind === "call" && sink.delivered() > before) {
    const pair = wraps[wrap];
    if (pair !== undefined) yield* close(ctx, [pair[1]], false);
    return;
  }
  if (sink.delivered() > before) {
    if (reading.kind === "cut") return giveUp(ctx, "truncated", "the input ends inside a list of calls");
    return giveUp(ctx, "malformed", reading.kind === "bad" ? reading.why : "no call");
  }
  if (reading.kind === "cut" && sink.callOpen()) return giveUp(ctx, "truncated", "the input ends inside a call");
  if (reading.kind === "call") return giveBack(ctx);
  bareText(ctx, reading);
}

/** Takes the attempt back: the first character is text, the rest is read again. */
function bareText(ctx: Context, reading: Reading): void {
  const { w, sink } = ctx;
  if (sink.callAbort("not a call", w.keptFrom, offset(ctx))) {
    sink.diagnostic("malformed", reading.kind === "bad" ? reading.why : "no call", w.keptFrom, offset(ctx));
  }
  falseStart(ctx, 1);
}

/** The engine for objects that hold name and arguments. */
export function createJsonEnvelopeEngine(ctx: Context, syntax: JsonEnvelopeSyntax, scannerOf: ScannerOf): BodyEngine {
  const reader: JsonReader = {
    ctx,
    syntax,
    readObject: createEnvelopeReader(ctx, syntax, scannerOf(ctx.w, syntax.values)),
    mayEndInComma: syntax.values === "python",
    recovery: { closers: syntax.close, others: syntax.close.length > 0 ? syntax.open : [] },
  };
  const markers = (): MarkerEntry[] => [
    ...syntax.open.map((marker, index) => ({
      text: partsOf(marker)[0] ?? "",
      kind: "call" as const,
      index,
      lineStart: syntax.openAtLineStart === true,
    })),
    ...(syntax.openAtLineStart === true ? [] : syntax.close).map((marker, index) => ({
      text: partsOf(marker)[0] ?? "",
      kind: "call-close" as const,
      index,
    })),
  ];
  const bare = syntax.bareStart !== undefined;
  return {
    markers,
    sectionMarkers: () => [],
    read: (entry) => read(reader, entry),
    bareAfterSpace: true,
    readBare: bare ? () => readBare(reader) : undefined,
    readRouted: undefined,
  };
}
