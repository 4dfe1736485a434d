import { createFenceTracker } from "./fence.ts";
import type { FenceTracker } from "./fence.ts";
import type { DiagnosticCode } from "../event.ts";
import type { Reading } from "./reading.ts";
import type { Marker, ToolCallFormat } from "../format.ts";
import type { MarkerEntry, MarkerGuard } from "./marker-table.ts";
import type { Sink } from "./sink.ts";
import { followText } from "./text-scan.ts";
import type { TypeOfParameter } from "../parameter-types.ts";
import { keep, keptText, literal, release, rewind, skipSpace } from "../window/window.ts";
import type { Task, Window } from "../window/window.ts";

/** What the parts of one parser share: the window, the sink and where in the message they are. */
export interface Context {
  readonly w: Window;
  readonly sink: Sink;
  readonly format: ToolCallFormat;
  readonly lines: FenceTracker;
  readonly unparsed: "text" | "withhold";
  readonly typeOf: TypeOfParameter;
  /** Where a speculative opener was found; a false one is text of that place. */
  place: "content" | "reasoning";
  /** Inside a section of calls, between two of them. */
  inSection: boolean;
  guard: MarkerGuard | undefined;
}

/** Reads calls. The window stands at the marker, and keeps from there. */
export interface BodyEngine {
  /** The markers that make the router call `read`, or that are dropped where nothing is open. */
  markers(): readonly MarkerEntry[];
  /** Markers looked for between the calls of an open section. */
  sectionMarkers(): readonly MarkerEntry[];
  read(entry: MarkerEntry): Task<void>;
  /** Whitespace may stand before a call without an opener. */
  readonly bareAfterSpace: boolean;
  /** Tries a call without an opener at the start of the message; undefined in formats that know none. */
  readonly readBare: (() => Task<void>) | undefined;
  /** Reads a body that a message header has addressed to a tool, up to but not including what closes the message. */
  readonly readRouted: ((name: string) => Task<Reading>) | undefined;
}

/** A fresh context. */
export function createContext({
  w,
  sink,
  format,
  unparsed,
  typeOf,
}: Pick<Context, "w" | "sink" | "format" | "unparsed" | "typeOf">): Context {
  return { w, sink, format, unparsed, typeOf, lines: createFenceTracker(), place: "content", inSection: false, guard: undefined };
}

/** Absolute offset of the window. */
export function offset(ctx: Context): number {
  return ctx.w.base + ctx.w.pos;
}

/** The literals of a marker, in order. */
export function partsOf(marker: Marker): readonly string[] {
  return typeof marker === "string" ? [marker] : marker;
}

/** What began at the kept offset is text: shows its first `length` characters, the rest is read again. */
export function falseStart(ctx: Context, length: number): void {
  const { w } = ctx;
  rewind(w, w.keptFrom);
  const text = w.buf.slice(w.pos, w.pos + length);
  w.pos += text.length;
  release(w);
  show(ctx, text);
}

/** Shows text of the current place as it stands. */
function show(ctx: Context, text: string): void {
  if (ctx.place === "reasoning") ctx.sink.reasoning(text, offset(ctx));
  else {
    ctx.sink.text(text, offset(ctx));
    followText(ctx.lines, text);
  }
}

/** A call has really begun: open reasoning is over. */
export function confirm(ctx: Context): void {
  if (ctx.place === "content") return;
  ctx.place = "content";
  ctx.sink.endReasoning(ctx.w.keptFrom);
}

/** A call was delivered: what is handed back from now on begins here. */
export function settle(ctx: Context): void {
  keep(ctx.w);
  ctx.lines.state = "text";
  ctx.lines.indent = 0;
}

/** Gives a call up: takes a started one back, says why, and hands the kept text back where `unparsed` says so. */
export function giveUp(ctx: Context, code: DiagnosticCode, message: string): void {
  const { w, sink } = ctx;
  confirm(ctx);
  const from = w.keptFrom;
  if (code === "truncated") {
    if (/^[\s,;]*$/u.test(keptText(w))) {
      sink.diagnostic("unclosed", "the input ends inside a list of calls", from, offset(ctx));
      return sink.boundary(offset(ctx));
    }
    // What is left is the beginning of something that was to come: it belongs to the call.
    w.pos = w.buf.length;
  }
  const end = offset(ctx);
  const raw = keptText(w);
  sink.callAbort(message, from, end);
  sink.diagnostic(code, message, from, end, raw);
  if (ctx.unparsed === "text") show(ctx, raw);
  else sink.skip(end);
  keep(w);
}

/** Hands the kept text back as the content it is. */
export function giveBack(ctx: Context): void {
  ctx.sink.callAbort("not a call", ctx.w.keptFrom, offset(ctx));
  show(ctx, keptText(ctx.w));
  keep(ctx.w);
}

/** Consumes all literals of a marker with whitespace between them; false (and nothing certain about the window) otherwise. */
export function* sequence(ctx: Context, parts: readonly string[]): Task<boolean> {
  for (const [index, part] of parts.entries()) {
    if (index > 0) yield* skipSpace(ctx.w);
    if ((yield* literal(ctx.w, [part])) < 0) return false;
  }
  return true;
}

/** Consumes whitespace and one of the markers; otherwise consumes nothing and returns -1. */
export function* closer(ctx: Context, markers: readonly Marker[]): Task<number> {
  const mark = offset(ctx);
  yield* skipSpace(ctx.w);
  const at = offset(ctx);
  for (const [index, marker] of markers.entries()) {
    if (yield* sequence(ctx, partsOf(marker))) return index;
    rewind(ctx.w, at);
  }
  rewind(ctx.w, mark);
  return -1;
}

/** Whether the input is over with something that could have become one of the literals, or nothing at all. */
export function ranOut(w: Window, literals: readonly string[]): boolean {
  if (!w.final) return false;
  const rest = w.buf.slice(w.pos);
  return rest === "" || literals.some((text) => text.startsWith(rest));
}
