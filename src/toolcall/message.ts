import { confirm, falseStart, offset } from "./context.ts";
import type { BodyEngine, Context } from "./context.ts";
import type { ContentWrap } from "./format.ts";
import { createMarkerTable } from "./marker-table.ts";
import type { MarkerEntry, MarkerTable } from "./marker-table.ts";
import { createTextScan } from "./text-scan.ts";
import type { TextScan } from "./text-scan.ts";
import { drive, isSpace, keep, literal, peek, release, rewind, run, skipSpace } from "./window.ts";
import type { Task } from "./window.ts";

function entries(texts: readonly string[], kind: MarkerEntry["kind"]): MarkerEntry[] {
  return texts.map((text, index) => ({ text, kind, index }));
}

/** Reads a message whose calls stand among text: content, reasoning, wrappers, and the calls of one body engine. */
export function* readMessage(ctx: Context, engine: BodyEngine, startsInReasoning: boolean): Task<void> {
  const { w, sink, format } = ctx;
  const { reasoning, contentWrap, router } = format;
  const anywhere = reasoning !== null && reasoning.where === undefined;
  const turnEnds = entries(format.turnEnd, "turn-end");
  const blocks = router?.kind === "messages" ? entries([router.open], "block") : [];
  const wraps = [...entries(contentWrap?.open ?? [], "wrap"), ...entries(contentWrap?.close ?? [], "wrap-close")];
  const shared = [
    ...blocks,
    ...entries(anywhere ? reasoning.open : [], "reasoning"),
    ...wraps,
    ...entries(reasoning?.close ?? [], "reasoning-close"),
  ];
  const openers = engine.markers.filter(({ kind }) => kind === "call" || kind === "section");
  let ended = false;
  let trailing = -1;
  let trailingText = "";

  /** The last newline inside a wrapper waits: directly in front of the closer it belongs to the marker. */
  let innerNewline = false;
  let inWrap = false;

  const contentOut = (text: string, end: number): void => {
    if (trailing >= 0) {
      trailingText += text;
      return;
    }
    if (!inWrap) {
      sink.text(text, end);
      return;
    }
    flushNewline(end - text.length);
    innerNewline = text.endsWith("\n");
    if (innerNewline) sink.text(text.slice(0, -1), end - 1);
    else sink.text(text, end);
  };

  const flushNewline = (end: number): void => {
    if (innerNewline) sink.text("\n", end);
    innerNewline = false;
  };

  const dropTrailing = (end: number): void => {
    if (trailingText === "") return;
    if (trailingText.trim() !== "") {
      sink.diagnostic("trailing-data", "text behind the end of the turn", end - trailingText.length, end, trailingText);
    }
    sink.skip(end);
    trailingText = "";
  };

  const scanContent = (table: MarkerTable): TextScan =>
    createTextScan({
      window: w,
      table,
      output: contentOut,
      guard: () => ctx.guard,
      lines: ctx.lines,
      fences: format.fence === "ignore",
    });
  const content = scanContent(createMarkerTable([...shared, ...engine.markers, ...turnEnds]));
  const section = scanContent(createMarkerTable([...engine.sectionMarkers, ...shared, ...engine.markers, ...turnEnds]));
  const inReasoning = createTextScan({
    window: w,
    table: createMarkerTable([
      ...entries(reasoning?.close ?? [], "reasoning-close"),
      ...entries(reasoning?.open ?? [], "reasoning"),
      ...(reasoning?.toolInside === "endsReasoning" ? [...blocks, ...openers] : []),
      ...turnEnds,
    ]),
    output: (text, end) => sink.reasoning(text, end),
    guard: () => ctx.guard,
    lines: undefined,
    fences: false,
  });
  const opaque = createTextScan({
    window: w,
    table: createMarkerTable([...entries(contentWrap?.close ?? [], "wrap-close"), ...turnEnds]),
    output: (text, end) => sink.text(text, end),
    guard: () => ctx.guard,
    lines: undefined,
    fences: false,
  });

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
    trailing = router !== null && format.turnEnd.includes(entry.text) ? offset(ctx) : -1;
  };

  function* readReasoning(): Task<void> {
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
    yield* run(w, (code) => code === 60 || code === 10);
    const kinds = [...(reasoning?.open ?? []), ...(contentWrap?.open ?? []), ...openers.map(({ text }) => text)];
    const start = w.base + w.pos;
    const found = yield* literal(w, kinds);
    if (found < 0 && !(w.final && w.pos >= w.buf.length)) return falseStart(ctx, entry.text.length);
    w.pos = start - w.base;
    confirm(ctx);
    trailing = -1;
    sink.boundary(offset(ctx));
  }

  function* readWrap(wrap: ContentWrap, entry: MarkerEntry): Task<void> {
    sink.boundary(consume(entry));
    trailing = -1;
    newLine();
    if (wrap.newline && (yield* peek(w)) === 10) sink.skip(consume({ ...entry, text: "\n" }));
    inWrap = wrap.newline;
    if (wrap.opaque !== true) return;
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
    const start = offset(ctx);
    if (router !== null && router.kind === "messages") {
      trailing = start;
      return;
    }
    ended = true;
    yield* drive(w, () => {
      trailingText += w.buf.slice(w.pos);
      w.pos = w.buf.length;
      return w.final;
    });
    dropTrailing(offset(ctx));
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
    while (engine.bareAfterSpace && isSpace(yield* peek(w))) {
      const at = w.pos;
      w.pos += 1;
      contentOut(w.buf.slice(at, w.pos), offset(ctx));
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
        trailing = -1;
        return yield* readReasoning();
      case "call":
      case "section":
        keep(w);
        trailing = -1;
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
        innerNewline = false;
        inWrap = false;
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
  while (!ended) {
    const scan = ctx.inSection ? section : content;
    yield* drive(w, scan.step);
    if (scan.found?.kind !== "wrap-close") flushNewline(offset(ctx));
    dropTrailing(offset(ctx));
    if (scan.found === undefined) break;
    yield* readMarker(scan.found);
  }
  if (ctx.inSection) sink.diagnostic("unclosed", "the closing marker of a section is missing", offset(ctx), offset(ctx));
}
