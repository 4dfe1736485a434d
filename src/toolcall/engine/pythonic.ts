import { closer, confirm, falseStart, giveUp, offset, partsOf, ranOut, sequence, settle } from "../reader/context.ts";
import type { BodyEngine, Context } from "../reader/context.ts";
import type { PythonicSyntax } from "../format.ts";
import type { MarkerEntry } from "../reader/marker-table.ts";
import { endsName } from "../reader/name.ts";
import { recover } from "../reader/recover.ts";
import type { Recovery } from "../reader/recover.ts";
import { createPythonScanner } from "../value/python-scanner.ts";
import { escapeText } from "../value/scanner.ts";
import type { ValueScanner } from "../value/scanner.ts";
import { drive, literal, peek, rewind, run, skipSpace } from "../window/window.ts";
import type { Task } from "../window/window.ts";
import { bad, cut, delivered, noCall } from "../reader/reading.ts";
import type { Reading } from "../reader/reading.ts";

const comma = 44;
const closingParenthesis = 41;

/** What the readers of one engine share. */
interface PythonicReader {
  readonly ctx: Context;
  readonly syntax: PythonicSyntax;
  readonly scanner: ValueScanner;
  /** Commas stand between calls. */
  readonly inList: boolean;
  /** Calls have no marker and must open the message. */
  readonly bare: boolean;
  readonly recovery: Recovery;
}

function endsIdentifier(code: number): boolean {
  return endsName(code) || code === comma || code === 61;
}

function* readArguments({ ctx, scanner }: PythonicReader): Task<Reading> {
  const { w, sink } = ctx;
  for (let first = true; ; first = false) {
    yield* skipSpace(w);
    if ((yield* peek(w)) === closingParenthesis) {
      w.pos += 1;
      sink.callArgs(first ? "{}" : "}", offset(ctx));
      return delivered;
    }
    const key = yield* run(w, endsIdentifier);
    yield* skipSpace(w);
    const equals = yield* peek(w);
    if (equals !== 61 || key === "") return equals < 0 ? cut : bad("an argument has no name");
    w.pos += 1;
    yield* skipSpace(w);
    let lead = `${first ? "{" : ","}"${escapeText(key)}":`;
    scanner.begin();
    yield* drive(
      w,
      () => {
        const over = scanner.run();
        sink.callArgs(lead + scanner.take(), w.base + w.pos);
        lead = "";
        return over;
      },
      () => scanner.inText(),
    );
    if (scanner.status !== "done") return scanner.status === "cut" ? cut : bad("an argument is not readable");
    yield* skipSpace(w);
    const next = yield* peek(w);
    if (next === comma) w.pos += 1;
    else if (next !== closingParenthesis) return next < 0 ? cut : bad("a comma or a closing parenthesis is missing");
  }
}

function* readCall(reader: PythonicReader): Task<Reading> {
  const { ctx } = reader;
  const { w, sink } = ctx;
  const name = yield* run(w, endsIdentifier);
  if (name === "" || (yield* peek(w)) !== 40) return ranOut(w, []) ? cut : noCall;
  w.pos += 1;
  confirm(ctx);
  sink.callStart(name, undefined, offset(ctx));
  const reading = yield* readArguments(reader);
  if (reading.kind !== "call") return reading;
  sink.callEnd(offset(ctx));
  settle(ctx);
  return reading;
}

/** Reads calls up to where the closer is expected; `none` when not even the first one is a call. */
function* readCalls(reader: PythonicReader): Task<Reading> {
  const { ctx, syntax, inList, bare } = reader;
  const { w } = ctx;
  for (let first = true; ; first = false) {
    const mark = offset(ctx);
    yield* skipSpace(w);
    // An empty list is one where a marker says what it is of; by itself it is text.
    if ((yield* closer(ctx, syntax.close)) >= 0) return first && bare ? noCall : closed(ctx);
    const reading = yield* readCall(reader);
    if (reading.kind === "none" && !first) {
      rewind(w, mark);
      return inList ? bad("a list element is not a call") : unclosed(ctx);
    }
    if (reading.kind !== "call") return reading;
    if (!inList) continue;
    yield* skipSpace(w);
    const next = yield* peek(w);
    if (next === comma) w.pos += 1;
    else if ((yield* closer(ctx, syntax.close)) >= 0) return closed(ctx);
    else return endOfList(ctx, next);
  }
}

function closed(ctx: Context): Reading {
  ctx.sink.boundary(offset(ctx));
  return delivered;
}

function unclosed(ctx: Context): Reading {
  const end = offset(ctx);
  ctx.sink.diagnostic("unclosed", "the closing marker of a list of calls is missing", end, end);
  settle(ctx);
  return delivered;
}

/** The list is closed by its bracket alone, by nothing, or there is something that does not belong to it. */
function endOfList(ctx: Context, next: number): Reading {
  if (next < 0) return unclosed(ctx);
  if (next !== 93) return bad("a comma is missing");
  ctx.w.pos += 1;
  return unclosed(ctx);
}

function* read(reader: PythonicReader, entry: MarkerEntry): Task<void> {
  const { ctx, syntax, recovery } = reader;
  const parts = partsOf(syntax.open[entry.index] ?? "");
  const opened = yield* sequence(ctx, parts);
  const reading = opened ? yield* readCalls(reader) : ranOut(ctx.w, parts) ? cut : noCall;
  if (reading.kind === "none") falseStart(ctx, entry.text.length);
  else if (reading.kind === "cut") giveUp(ctx, "truncated", "the input ends inside a call");
  else if (reading.kind === "bad") yield* recover(ctx, recovery, reading.why);
}

function* readBare(reader: PythonicReader): Task<void> {
  const { ctx, syntax } = reader;
  const { w, sink } = ctx;
  const wraps = syntax.bareWraps ?? [];
  const before = sink.delivered();
  const wrap = yield* literal(
    w,
    wraps.map(([open]) => open),
  );
  yield* skipSpace(w);
  const opened = yield* sequence(ctx, partsOf(syntax.open[0] ?? ""));
  const reading = opened ? yield* readCalls(reader) : noCall;
  const pair = wraps[wrap];
  if (reading.kind === "call") {
    if (pair !== undefined) yield* closer(ctx, [pair[1]]);
    return;
  }
  const known = sink.delivered() > before || sink.callOpen();
  if (known && reading.kind === "cut") return giveUp(ctx, "truncated", "the input ends inside a call");
  if (sink.delivered() > before) return giveUp(ctx, "malformed", reading.kind === "bad" ? reading.why : "no call");
  if (sink.callAbort("not a call", w.keptFrom, offset(ctx))) {
    sink.diagnostic("malformed", reading.kind === "bad" ? reading.why : "no call", w.keptFrom, offset(ctx));
  }
  falseStart(ctx, opened ? 1 : 0);
}

/** The engine for Python call expressions with keyword arguments. */
export function createPythonicEngine(ctx: Context, syntax: PythonicSyntax): BodyEngine {
  const bare = syntax.startsAt === "message-start";
  const reader: PythonicReader = {
    ctx,
    syntax,
    scanner: createPythonScanner(ctx.w),
    inList: syntax.separator === ",",
    bare,
    recovery: { closers: syntax.close, others: syntax.open },
  };
  const entries = (list: PythonicSyntax["open"], kind: MarkerEntry["kind"]): MarkerEntry[] =>
    list.map((marker, index) => ({ text: partsOf(marker).at(kind === "call" ? 0 : -1) ?? "", kind, index }));
  return {
    markers: () => (bare ? [] : [...entries(syntax.open, "call"), ...entries(syntax.close, "call-close")]),
    sectionMarkers: () => [],
    read: (entry) => read(reader, entry),
    bareAfterSpace: true,
    readBare: bare ? () => readBare(reader) : undefined,
    readRouted: undefined,
  };
}
