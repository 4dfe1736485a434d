import { confirm, falseStart, giveUp, offset } from "./context.ts";
import type { BodyEngine, Context } from "./context.ts";
import type { ContentWrap } from "../format.ts";
import { createContentOutput } from "./content-output.ts";
import { stepFence } from "./fence.ts";
import type { MarkerEntry } from "./marker-table.ts";
import { createMessageScans } from "./message-scans.ts";
import { drive, isSpace, keep, literal, peek, release, rewind, run, skipSpace } from "../window/window.ts";
import type { Task } from "../window/window.ts";

/** Reads a message whose calls stand among text: content, reasoning, wrappers, and the calls of one body engine. */
export function* readMessage(ctx: Context, engine: BodyEngine, startsInReasoning: boolean): Task<void> {
  const { w, sink, format } = ctx;
  const { reasoning, contentWrap, router } = format;
  const openers = engine.markers.filter(({ kind }) => kind === "call" || kind === "section");
  const output = createContentOutput(sink);
  const scans = createMessageScans(ctx, engine, output.text);
  let ended = false;

  const consume = (entry: MarkerEntry): number => {
    w.pos += entry.text.length;
    return offset(ctx);
  };

  const newLine = (): void => {
    ctx.lines.state = "text";
    ctx.lines.indent = 0;
  };

  /** A block that closes with a token that may also end the turn: what follows must be another block. */
  const noteTurnEnd = (entry: MarkerEntry): void => {
    output.endTurn(router !== null && format.turnEnd.includes(entry.text));
  };

  function* readReasoning(): Task<void> {
    const inReasoning = scans.reasoning();
    for (;;) {
      yield* drive(w, inReasoning.step);
      const entry = inReasoning.found;
      if (entry === undefined) {
        sink.endReasoning(offset(ctx));
        return;
      }
      if (entry.kind === "reasoning") {
        consume(entry);
        continue;
      }
      if (entry.kind === "call" || entry.kind === "section" || entry.kind === "block") {
        ctx.place = "reasoning";
        keep(w);
        if (entry.kind === "block") yield* readBlock(entry);
        else yield* engine.read(entry);
        release(w);
        if ((ctx.place as string) === "content") return newLine();
        ctx.place = "content";
        continue;
      }
      sink.endReasoning(offset(ctx));
      if (entry.kind === "turn-end") return;
      sink.skip(consume(entry));
      sink.swallowSpace();
      return newLine();
    }
  }

  /** The opener of a block: what stands between it and the marker of a kind is a header, and dropped. */
  function* readBlock(entry: MarkerEntry): Task<void> {
    consume(entry);
    const header = yield* run(w, (code) => code === 60 || code === 10);
    const kinds = [...(reasoning?.open ?? []), ...(contentWrap?.open ?? []), ...openers.map(({ text }) => text)];
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

  function* readWrap(wrap: ContentWrap, entry: MarkerEntry): Task<void> {
    sink.boundary(consume(entry));
    output.endTurn(false);
    newLine();
    if (wrap.newline && (yield* peek(w)) === 10) sink.skip(consume({ ...entry, text: "\n" }));
    output.enterWrap(wrap.newline);
    if (wrap.opaque !== true) return;
    const opaque = scans.opaque();
    yield* drive(w, opaque.step);
    if (opaque.found?.kind === "wrap-close") {
      sink.boundary(consume(opaque.found));
      noteTurnEnd(opaque.found);
    }
  }

  /** The end of the turn: what follows is dropped. */
  function* readTrailing(entry: MarkerEntry): Task<void> {
    sink.finish(offset(ctx));
    sink.skip(consume(entry));
    output.endTurn(true);
    if (router?.kind === "messages") return;
    ended = true;
    yield* drive(w, () => {
      const text = w.buf.slice(w.pos);
      w.pos = w.buf.length;
      output.text(text, offset(ctx));
      return w.final;
    });
    output.settle(offset(ctx), false);
  }

  /** At the start of the message: reasoning that only counts there, or a call without an opener. */
  function* readStart(): Task<void> {
    if (reasoning?.where === "message-start") {
      const mark = offset(ctx);
      keep(w);
      yield* skipSpace(w);
      if ((yield* literal(w, reasoning.open)) >= 0) {
        release(w);
        sink.boundary(offset(ctx));
        yield* readReasoning();
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

  function* readMarker(entry: MarkerEntry): Task<void> {
    switch (entry.kind) {
      case "reasoning":
        sink.boundary(consume(entry));
        output.endTurn(false);
        return yield* readReasoning();
      case "call":
      case "section":
        keep(w);
        output.endTurn(false);
        yield* engine.read(entry);
        release(w);
        return;
      case "block":
        keep(w);
        yield* readBlock(entry);
        release(w);
        return;
      case "wrap":
        return contentWrap === null ? undefined : yield* readWrap(contentWrap, entry);
      case "wrap-close":
        output.leaveWrap();
        return sink.boundary(consume(entry));
      case "turn-end":
        return yield* readTrailing(entry);
      case "section-close":
        if (ctx.inSection) {
          ctx.inSection = false;
          sink.boundary(consume(entry));
          return noteTurnEnd(entry);
        }
        return stray(entry);
      default:
        return stray(entry);
    }
  }

  function stray(entry: MarkerEntry): void {
    const start = offset(ctx);
    sink.boundary(consume(entry));
    sink.diagnostic("stray-marker", `${entry.text} closes nothing`, start, offset(ctx), entry.text);
    if (entry.kind === "reasoning-close") {
      sink.swallowSpace();
      newLine();
    }
    noteTurnEnd(entry);
  }

  if (startsInReasoning) yield* readReasoning();
  else yield* readStart();
  for (;;) {
    if (ended) break;
    const scan = ctx.inSection ? scans.section() : scans.content();
    yield* drive(w, scan.step);
    output.settle(offset(ctx), scan.found?.kind === "wrap-close");
    if (scan.found === undefined) break;
    yield* readMarker(scan.found);
  }
  if (ctx.inSection) sink.diagnostic("unclosed", "the closing marker of a section is missing", offset(ctx), offset(ctx));
}
