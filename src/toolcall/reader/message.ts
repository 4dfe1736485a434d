import { confirm, falseStart, giveUp, offset } from "./context.ts";
import type { BodyEngine, Context } from "./context.ts";
import type { ContentWrap } from "../format.ts";
import { createContentOutput } from "./content-output.ts";
import type { ContentOutput } from "./content-output.ts";
import { stepFence } from "./fence.ts";
import type { MarkerEntry } from "./marker-table.ts";
import { createMessageScans, openersOf } from "./message-scans.ts";
import type { MessageScans } from "./message-scans.ts";
import { drive, isSpace, keep, literal, peek, release, rewind, run, skipSpace } from "../window/window.ts";
import type { Task } from "../window/window.ts";

/** What the readers of one message share. */
interface MessageReader {
  readonly ctx: Context;
  readonly engine: BodyEngine;
  /** The markers that calls begin with. */
  readonly output: ContentOutput;
  readonly scans: MessageScans;
  /** The turn is over, and what followed is dropped. */
  ended: boolean;
}

function consume({ ctx }: MessageReader, entry: MarkerEntry): number {
  ctx.w.pos += entry.text.length;
  return offset(ctx);
}

function newLine({ lines }: Context): void {
  lines.state = "text";
  lines.indent = 0;
}

/** A block that closes with a token that may also end the turn: what follows must be another block. */
function noteTurnEnd({ ctx, output }: MessageReader, entry: MarkerEntry): void {
  const { router, turnEnd } = ctx.format;
  output.endTurn(router !== null && turnEnd.includes(entry.text));
}

function* readReasoning(reader: MessageReader): Task<void> {
  const { ctx, engine, scans } = reader;
  const { w, sink } = ctx;
  const inReasoning = scans.reasoning();
  for (;;) {
    yield* drive(w, inReasoning.step);
    const entry = inReasoning.found;
    if (entry === undefined) {
      sink.endReasoning(offset(ctx));
      return;
    }
    if (entry.kind === "reasoning") {
      consume(reader, entry);
      continue;
    }
    if (entry.kind === "call" || entry.kind === "section" || entry.kind === "block") {
      ctx.place = "reasoning";
      keep(w);
      if (entry.kind === "block") yield* readBlock(reader, entry);
      else yield* engine.read(entry);
      release(w);
      if ((ctx.place as string) === "content") return newLine(ctx);
      ctx.place = "content";
      continue;
    }
    sink.endReasoning(offset(ctx));
    if (entry.kind === "turn-end") return;
    sink.skip(consume(reader, entry));
    sink.swallowSpace();
    return newLine(ctx);
  }
}

/** The opener of a block: what stands between it and the marker of a kind is a header, and dropped. */
function* readBlock(reader: MessageReader, entry: MarkerEntry): Task<void> {
  const { ctx, engine, output } = reader;
  const { w, sink } = ctx;
  const { reasoning, contentWrap } = ctx.format;
  consume(reader, entry);
  const header = yield* run(w, (code) => code === 60 || code === 10);
  const kinds = [...(reasoning?.open ?? []), ...(contentWrap?.open ?? []), ...openersOf(engine).map(({ text }) => text)];
  const start = w.base + w.pos;
  const found = yield* literal(w, kinds);
  if (found < 0) {
    const isCut = w.final && w.pos >= w.buf.length;
    if (!isCut) return falseStart(ctx, entry.text.length);
    if (header.trim() !== "") return giveUp(ctx, "truncated", "the input ends in the header of a message");
  }
  w.pos = start - w.base;
  confirm(ctx);
  output.endTurn(false);
  sink.boundary(offset(ctx));
}

function* readWrap(reader: MessageReader, wrap: ContentWrap, entry: MarkerEntry): Task<void> {
  const { ctx, output, scans } = reader;
  const { w, sink } = ctx;
  sink.boundary(consume(reader, entry));
  output.endTurn(false);
  newLine(ctx);
  if (wrap.newline && (yield* peek(w)) === 10) sink.skip(consume(reader, { ...entry, text: "\n" }));
  output.enterWrap(wrap.newline);
  if (wrap.opaque !== true) return;
  const opaque = scans.opaque();
  yield* drive(w, opaque.step);
  if (opaque.found?.kind === "wrap-close") {
    sink.boundary(consume(reader, opaque.found));
    noteTurnEnd(reader, opaque.found);
  }
}

/** The end of the turn: what follows is dropped. */
function* readTrailing(reader: MessageReader, entry: MarkerEntry): Task<void> {
  const { ctx, output } = reader;
  const { w, sink, format } = ctx;
  sink.finish(offset(ctx));
  sink.skip(consume(reader, entry));
  output.endTurn(true);
  if (format.router?.kind === "messages") return;
  reader.ended = true;
  yield* drive(w, () => {
    const text = w.buf.slice(w.pos);
    w.pos = w.buf.length;
    output.text(text, offset(ctx));
    return w.final;
  });
  output.settle(offset(ctx), false);
}

/** At the start of the message: reasoning that only counts there, or a call without an opener. */
function* readStart(reader: MessageReader): Task<void> {
  const { ctx, engine, output } = reader;
  const { w, sink } = ctx;
  const { reasoning } = ctx.format;
  if (reasoning?.where === "message-start") {
    const mark = offset(ctx);
    keep(w);
    yield* skipSpace(w);
    if ((yield* literal(w, reasoning.open)) >= 0) {
      release(w);
      sink.boundary(offset(ctx));
      yield* readReasoning(reader);
      return;
    }
    rewind(w, mark);
    release(w);
  }
  if (engine.readBare === undefined) return;
  if (engine.bareAfterSpace) {
    const space = yield* run(w, (code) => !isSpace(code));
    for (let at = 0; at < space.length; at += 1) stepFence(ctx.lines, space.charCodeAt(at));
    output.text(space, offset(ctx));
  }
  if ((yield* peek(w)) < 0) return;
  keep(w);
  yield* engine.readBare();
  release(w);
}

function* readMarker(reader: MessageReader, entry: MarkerEntry): Task<void> {
  const { ctx, engine, output } = reader;
  const { w, sink } = ctx;
  const { contentWrap } = ctx.format;
  switch (entry.kind) {
    case "reasoning":
      sink.boundary(consume(reader, entry));
      output.endTurn(false);
      return yield* readReasoning(reader);
    case "call":
    case "section":
      keep(w);
      output.endTurn(false);
      yield* engine.read(entry);
      release(w);
      return;
    case "block":
      keep(w);
      yield* readBlock(reader, entry);
      release(w);
      return;
    case "wrap":
      return contentWrap === null ? undefined : yield* readWrap(reader, contentWrap, entry);
    case "wrap-close":
      output.leaveWrap();
      return sink.boundary(consume(reader, entry));
    case "turn-end":
      return yield* readTrailing(reader, entry);
    case "section-close":
      if (ctx.inSection) {
        ctx.inSection = false;
        sink.boundary(consume(reader, entry));
        return noteTurnEnd(reader, entry);
      }
      return stray(reader, entry);
    default:
      return stray(reader, entry);
  }
}

function stray(reader: MessageReader, entry: MarkerEntry): void {
  const { ctx } = reader;
  const { sink } = ctx;
  const start = offset(ctx);
  sink.boundary(consume(reader, entry));
  sink.diagnostic("stray-marker", `${entry.text} closes nothing`, start, offset(ctx), entry.text);
  if (entry.kind === "reasoning-close") {
    sink.swallowSpace();
    newLine(ctx);
  }
  noteTurnEnd(reader, entry);
}

/** Reads a message whose calls stand among text: content, reasoning, wrappers, and the calls of one body engine. */
export function* readMessage(ctx: Context, engine: BodyEngine, startsInReasoning: boolean): Task<void> {
  const { w, sink } = ctx;
  const output = createContentOutput(sink);
  const scans = createMessageScans(ctx, engine, output.text);
  const reader: MessageReader = { ctx, engine, output, scans, ended: false };
  if (startsInReasoning) yield* readReasoning(reader);
  else yield* readStart(reader);
  while (!reader.ended) {
    const scan = ctx.inSection ? scans.section() : scans.content();
    yield* drive(w, scan.step);
    output.settle(offset(ctx), scan.found?.kind === "wrap-close");
    if (scan.found === undefined) break;
    yield* readMarker(reader, scan.found);
  }
  if (ctx.inSection) sink.diagnostic("unclosed", "the closing marker of a section is missing", offset(ctx), offset(ctx));
}
