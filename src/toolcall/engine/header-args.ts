import { closer, confirm, falseStart, giveUp, offset, partsOf, ranOut, sequence, settle } from "../reader/context.ts";
import type { BodyEngine, Context } from "../reader/context.ts";
import type { HeaderArgsSyntax, Marker } from "../format.ts";
import type { MarkerEntry } from "../reader/marker-table.ts";
import { endsName } from "../reader/name.ts";
import type { ScannerOf } from "../value/dialects.ts";
import type { ValueScanner } from "../value/scanner.ts";
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

/** What the readers of one engine share. */
interface HeaderArgsReader {
  readonly ctx: Context;
  readonly syntax: HeaderArgsSyntax;
  readonly scanner: ValueScanner;
  readonly closers: readonly Marker[];
  /** Reads the object of the other body; undefined where there is none. */
  readonly readObject: (() => Task<Reading>) | undefined;
  readonly idPatterns: readonly RegExp[] | undefined;
  /** The name ends with its line. */
  readonly lineEnd: boolean;
}

/** Takes a name out of an id such as `functions.NAME:0`: the first pattern that matches holds it in its group. */
function nameFromId(id: string, patterns: readonly RegExp[]): string {
  for (const pattern of patterns) {
    const name = pattern.exec(id)?.[1];
    if (name !== undefined) return name;
  }
  return id;
}

/** Name and id; undefined when this is not a header, or (see `ranOut`) the input ends in it. */
function* readHeader(reader: HeaderArgsReader): Task<Header | undefined> {
  const { syntax, idPatterns, lineEnd } = reader;
  const { w } = reader.ctx;
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
  if (lineEnd ? !newline : !(yield* headerEnds(reader))) return undefined;
  if (idPatterns === undefined) return { name: text, id: id === "" ? undefined : id };
  return { name: nameFromId(text, idPatterns), id: text };
}

function* headerEnds({ ctx: { w }, syntax }: HeaderArgsReader): Task<boolean> {
  if (syntax.nameEnd.length > 0 && (yield* literal(w, syntax.nameEnd)) >= 0) return true;
  const optional = syntax.nameEnd.length === 0 || syntax.idAfter !== undefined;
  return optional && (yield* peek(w)) === 123;
}

/** Reads the argument object; a missing or null one is empty. */
function* readArguments(reader: HeaderArgsReader): Task<Reading> {
  const { scanner } = reader;
  const { w, sink } = reader.ctx;
  yield* skipSpace(w);
  const code = yield* peek(w);
  if (code < 0) return cut;
  if (code !== 123) return yield* readNoArguments(reader, code);
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

function* readNoArguments({ ctx, closers }: HeaderArgsReader, code: number): Task<Reading> {
  const { w, sink } = ctx;
  const mark = offset(ctx);
  const nothing = code === 110 ? yield* sequence(ctx, ["null"]) : (yield* closer(ctx, closers)) >= 0;
  if (!nothing) return ranOut(w, ["null", ...closers.flatMap(partsOf)]) ? cut : bad("the arguments are not an object");
  if (code !== 110) rewind(w, mark);
  sink.callArgs("{}", offset(ctx));
  return delivered;
}

function* readBody(reader: HeaderArgsReader, header: Header): Task<Reading> {
  const { ctx } = reader;
  const { sink } = ctx;
  sink.callStart(header.name, header.id, offset(ctx));
  const reading = yield* readArguments(reader);
  if (reading.kind === "call") {
    sink.callEnd(offset(ctx));
    settle(ctx);
  }
  return reading;
}

function* readCall(reader: HeaderArgsReader): Task<Reading> {
  const { ctx, syntax } = reader;
  const { w } = ctx;
  const start = offset(ctx);
  for (const marker of syntax.callOpen) {
    if (yield* sequence(ctx, partsOf(marker))) break;
    if (ranOut(w, partsOf(marker))) return cut;
    rewind(w, start);
  }
  if (offset(ctx) === start) return yield* readEnvelope(reader);
  const header = yield* readHeader(reader);
  if (header === undefined) return ranOut(w, [...syntax.nameEnd, syntax.idBefore ?? "", syntax.idAfter ?? ""]) ? cut : noCall;
  confirm(ctx);
  return yield* readClose(reader, yield* readBody(reader, header));
}

/** The other body a call may have: an object that holds its name as well. */
function* readEnvelope(reader: HeaderArgsReader): Task<Reading> {
  const { ctx, readObject } = reader;
  const { w } = ctx;
  const { envelope } = reader.syntax;
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
  return yield* readClose(reader, yield* readObject());
}

function* readClose({ ctx, syntax, closers }: HeaderArgsReader, reading: Reading): Task<Reading> {
  const { sink } = ctx;
  if (reading.kind !== "call" || closers.length === 0) return reading;
  const end = offset(ctx);
  if ((yield* closer(ctx, closers)) >= 0) sink.boundary(offset(ctx));
  else if (syntax.callCloseOptional !== true) sink.diagnostic("unclosed", "the closing marker of a call is missing", end, end);
  settle(ctx);
  return reading;
}

/** A name on a line of its own, then an object: a call when it opens the message. */
function* readBare(reader: HeaderArgsReader): Task<void> {
  const { ctx } = reader;
  const { w, sink } = ctx;
  const header = yield* readHeader(reader);
  if (header === undefined || (yield* peek(w)) !== 123) return falseStart(ctx, 0);
  const reading = yield* readBody(reader, header);
  if (reading.kind === "call") return;
  if (reading.kind === "cut") return giveUp(ctx, "truncated", "the input ends inside a call");
  if (sink.callAbort("not a call", w.keptFrom, offset(ctx)))
    sink.diagnostic("malformed", reading.kind === "bad" ? reading.why : "no call", w.keptFrom, offset(ctx));
  falseStart(ctx, 1);
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
  const { w } = ctx;
  const { envelope } = syntax;
  const callOpens = syntax.callOpen.map((marker) => partsOf(marker)[0] ?? "");
  const closers = syntax.callClose === null ? [] : [syntax.callClose];
  const reader: HeaderArgsReader = {
    ctx,
    syntax,
    scanner: scannerOf(w, syntax.values, syntax.stringDelimiter),
    closers,
    readObject: envelope === undefined ? undefined : envelopeReader?.(ctx, envelope, scannerOf(w, envelope.values)),
    idPatterns: syntax.nameFromId?.patterns.map((pattern) => new RegExp(pattern, "u")),
    lineEnd: syntax.nameEnd.includes("\n"),
  };
  const sections: SectionReader = {
    open: syntax.sectionOpen,
    close: syntax.sectionClose,
    callOpen: callOpens,
    recovery: { closers, others: closers.length > 0 ? [...callOpens, ...syntax.sectionOpen, ...syntax.sectionClose] : [] },
    outerClose: [],
    readCall: () => readCall(reader),
  };
  const alone = syntax.sectionOpen.length === 0 || syntax.sectionOptional === true;
  const callMarkers = (): MarkerEntry[] => callOpens.map((text, index) => ({ text, kind: "call", index }));
  return {
    markers: () => [
      ...syntax.sectionOpen.map((text, index): MarkerEntry => ({ text, kind: "section", index })),
      ...(alone ? callMarkers() : []),
      ...syntax.sectionClose.map((text, index): MarkerEntry => ({ text, kind: "section-close", index })),
      ...closers.map((marker, index): MarkerEntry => ({ text: partsOf(marker).at(-1) ?? "", kind: "call-close", index })),
    ],
    sectionMarkers: callMarkers,
    read: (entry) =>
      entry.kind === "section" ? readSection(ctx, sections, entry.text.length) : readAlone(ctx, sections, entry.text.length),
    bareAfterSpace: false,
    readBare: syntax.bareHeader === true ? () => readBare(reader) : undefined,
    readRouted: (name) => readBody(reader, { name, id: undefined }),
  };
}
