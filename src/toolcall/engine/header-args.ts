import { closer, confirm, falseStart, giveUp, offset, partsOf, ranOut, sequence, settle } from "../reader/context.ts";
import type { BodyEngine, Context } from "../reader/context.ts";
import type { HeaderArgsSyntax } from "../format.ts";
import type { MarkerEntry } from "../reader/marker-table.ts";
import { endsName } from "../reader/name.ts";
import type { ScannerOf } from "../value/dialects.ts";
import { drive, literal, peek, rewind, run, skipSpace } from "../window/window.ts";
import type { Task } from "../window/window.ts";
import { bad, cut, delivered, noCall } from "../reader/reading.ts";
import type { Reading } from "../reader/reading.ts";
import type { createEnvelopeReader } from "./envelope-object.ts";
import { readAlone, readSection } from "./sections.ts";
import type { SectionReader } from "./sections.ts";

interface Header {
  readonly name: string;
  readonly id: string | undefined;
}

/** Takes a name out of an id such as `functions.NAME:0`: the first pattern that matches holds it in its group. */
function nameFromId(id: string, patterns: readonly RegExp[]): string {
  for (const pattern of patterns) {
    const name = pattern.exec(id)?.[1];
    if (name !== undefined) return name;
  }
  return id;
}

/**
 * The engine for calls with the name in a header and one value as the argument object. `envelopeReader` is what reads the other body
 * that a call may have, in formats that know one.
 */
export function createHeaderArgsEngine(
  ctx: Context,
  syntax: HeaderArgsSyntax,
  scannerOf: ScannerOf,
  envelopeReader?: typeof createEnvelopeReader,
): BodyEngine {
  const { w, sink } = ctx;
  const scanner = scannerOf(w, syntax.values, syntax.stringDelimiter);
  const callOpens = syntax.callOpen.map((marker) => partsOf(marker)[0] ?? "");
  const closers = syntax.callClose === null ? [] : [syntax.callClose];
  const { envelope } = syntax;
  const readObject = envelope === undefined ? undefined : envelopeReader?.(ctx, envelope, scannerOf(w, envelope.values));
  const idPatterns = syntax.nameFromId?.patterns.map((pattern) => new RegExp(pattern, "u"));
  const lineEnd = syntax.nameEnd.includes("\n");

  /** Name and id; undefined when this is not a header, or (see `ranOut`) the input ends in it. */
  function* readHeader(): Task<Header | undefined> {
    let id: string | undefined;
    if (syntax.idBefore !== undefined) {
      id = yield* run(w, endsName);
      if ((yield* literal(w, [syntax.idBefore])) < 0) return undefined;
    }
    yield* skipSpace(w);
    const text = yield* run(w, endsName);
    if (text === "") return undefined;
    const newline = yield* skipSpace(w);
    if (syntax.idAfter !== undefined && (yield* literal(w, [syntax.idAfter])) === 0) {
      id = yield* run(w, endsName);
      yield* skipSpace(w);
    }
    if (lineEnd ? !newline : !(yield* headerEnds())) return undefined;
    if (idPatterns === undefined) return { name: text, id: id === "" ? undefined : id };
    return { name: nameFromId(text, idPatterns), id: text };
  }

  function* headerEnds(): Task<boolean> {
    if (syntax.nameEnd.length > 0 && (yield* literal(w, syntax.nameEnd)) >= 0) return true;
    const optional = syntax.nameEnd.length === 0 || syntax.idAfter !== undefined;
    return optional && (yield* peek(w)) === 123;
  }

  /** Reads the argument object; a missing or null one is empty. */
  function* readArguments(): Task<Reading> {
    yield* skipSpace(w);
    const code = yield* peek(w);
    if (code < 0) return cut;
    if (code !== 123) return yield* readNoArguments(code);
    scanner.begin();
    yield* drive(
      w,
      () => {
        const over = scanner.run();
        sink.callArgs(scanner.take(), w.base + w.pos);
        return over;
      },
      () => scanner.inText(),
    );
    if (scanner.status !== "done") return scanner.status === "cut" ? cut : bad("the arguments are not readable");
    return delivered;
  }

  function* readNoArguments(code: number): Task<Reading> {
    const mark = offset(ctx);
    const nothing = code === 110 ? yield* sequence(ctx, ["null"]) : (yield* closer(ctx, closers)) >= 0;
    if (!nothing) return ranOut(w, ["null", ...closers.flatMap(partsOf)]) ? cut : bad("the arguments are not an object");
    if (code !== 110) rewind(w, mark);
    sink.callArgs("{}", offset(ctx));
    return delivered;
  }

  function* readBody(header: Header): Task<Reading> {
    sink.callStart(header.name, header.id, offset(ctx));
    const reading = yield* readArguments();
    if (reading.kind === "call") {
      sink.callEnd(offset(ctx));
      settle(ctx);
    }
    return reading;
  }

  function* readCall(): Task<Reading> {
    const start = offset(ctx);
    for (const marker of syntax.callOpen) {
      if (yield* sequence(ctx, partsOf(marker))) break;
      if (ranOut(w, partsOf(marker))) return cut;
      rewind(w, start);
    }
    if (offset(ctx) === start) return yield* readEnvelope();
    const header = yield* readHeader();
    if (header === undefined) return ranOut(w, [...syntax.nameEnd, syntax.idBefore ?? "", syntax.idAfter ?? ""]) ? cut : noCall;
    confirm(ctx);
    return yield* readClose(yield* readBody(header));
  }

  /** The other body a call may have: an object that holds its name as well. */
  function* readEnvelope(): Task<Reading> {
    if (envelope === undefined || readObject === undefined) return noCall;
    const start = offset(ctx);
    if (
      (yield* literal(
        w,
        envelope.open.map((marker) => partsOf(marker)[0] ?? ""),
      )) < 0
    )
      return noCall;
    yield* skipSpace(w);
    if ((yield* peek(w)) !== 123) {
      rewind(w, start);
      return noCall;
    }
    confirm(ctx);
    return yield* readClose(yield* readObject());
  }

  function* readClose(reading: Reading): Task<Reading> {
    if (reading.kind !== "call" || closers.length === 0) return reading;
    const end = offset(ctx);
    if ((yield* closer(ctx, closers)) >= 0) sink.boundary(offset(ctx));
    else if (syntax.callCloseOptional !== true) sink.diagnostic("unclosed", "the closing marker of a call is missing", end, end);
    settle(ctx);
    return reading;
  }

  const reader: SectionReader = {
    open: syntax.sectionOpen,
    close: syntax.sectionClose,
    callOpen: callOpens,
    recovery: { closers, others: closers.length > 0 ? [...callOpens, ...syntax.sectionOpen, ...syntax.sectionClose] : [] },
    outerClose: [],
    readCall,
  };
  const alone = syntax.sectionOpen.length === 0 || syntax.sectionOptional === true;
  const callMarkers = callOpens.map((text, index): MarkerEntry => ({ text, kind: "call", index }));

  /** A name on a line of its own, then an object: a call when it opens the message. */
  function* readBare(): Task<void> {
    const header = yield* readHeader();
    if (header === undefined || (yield* peek(w)) !== 123) return falseStart(ctx, 0);
    const reading = yield* readBody(header);
    if (reading.kind === "call") return;
    if (reading.kind === "cut") return giveUp(ctx, "truncated", "the input ends inside a call");
    if (sink.callAbort("not a call", w.keptFrom, offset(ctx)))
      sink.diagnostic("malformed", reading.kind === "bad" ? reading.why : "no call", w.keptFrom, offset(ctx));
    falseStart(ctx, 1);
  }

  return {
    markers: [
      ...syntax.sectionOpen.map((text, index): MarkerEntry => ({ text, kind: "section", index })),
      ...(alone ? callMarkers : []),
      ...syntax.sectionClose.map((text, index): MarkerEntry => ({ text, kind: "section-close", index })),
      ...closers.map((marker, index): MarkerEntry => ({ text: partsOf(marker).at(-1) ?? "", kind: "call-close", index })),
    ],
    sectionMarkers: callMarkers,
    read: (entry) =>
      entry.kind === "section" ? readSection(ctx, reader, entry.text.length) : readAlone(ctx, reader, entry.text.length),
    bareAfterSpace: false,
    readBare: syntax.bareHeader === true ? readBare : undefined,
    readRouted: (name) => readBody({ name, id: undefined }),
  };
}
