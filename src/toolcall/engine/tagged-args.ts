import { offset, partsOf, ranOut } from "../reader/context.ts";
import type { BodyEngine, Context } from "../reader/context.ts";
import type { Marker, TaggedArgsSyntax } from "../format.ts";
import type { MarkerEntry } from "../reader/marker-table.ts";
import { literal, rewind, skipSpace } from "../window/window.ts";
import type { Task } from "../window/window.ts";
import { bad, cut, delivered, noCall } from "../reader/reading.ts";
import type { Reading } from "../reader/reading.ts";
import { readAlone, readSection } from "./sections.ts";
import type { SectionReader } from "./sections.ts";
import { createCallReader, readCall } from "./tagged-call.ts";
import type { readTaggedTree } from "./tagged-tree.ts";

function firstOf(marker: Marker): string {
  return partsOf(marker)[0] ?? "";
}

/** The syntax with an ending on every tag name. */
function withTagSuffix(syntax: TaggedArgsSyntax, suffix: string): TaggedArgsSyntax {
  const tag = (text: string): string => text.replace(/>$/, `${suffix}>`);
  const tags = (texts: readonly string[]): readonly string[] => texts.map(tag);
  return {
    ...syntax,
    sectionOpen: tags(syntax.sectionOpen),
    sectionClose: tags(syntax.sectionClose),
    callOpen: syntax.callOpen.map((marker) => (typeof marker === "string" ? tag(marker) : tags(marker))),
    nameEnd: syntax.nameEnd === null ? null : tag(syntax.nameEnd),
    argOpen: tag(syntax.argOpen),
    argNameEnd: tag(syntax.argNameEnd),
    ...(syntax.valueOpen === undefined ? {} : { valueOpen: tag(syntax.valueOpen) }),
    argClose: tag(syntax.argClose),
    callClose: tag(syntax.callClose),
  };
}

/** The spellings of a syntax. They are the same for all messages of a format. */
const spellingsOf = new WeakMap<TaggedArgsSyntax, readonly TaggedArgsSyntax[]>();

function spellingsIn(syntax: TaggedArgsSyntax): readonly TaggedArgsSyntax[] {
  const { tagSuffixes } = syntax;
  if (tagSuffixes === undefined) return [syntax];
  const known = spellingsOf.get(syntax);
  if (known !== undefined) return known;
  const spellings = tagSuffixes.map((suffix) => withTagSuffix(syntax, suffix));
  spellingsOf.set(syntax, spellings);
  return spellings;
}

/** Reads calls of one spelling. */
function createReader(ctx: Context, syntax: TaggedArgsSyntax, readTree: typeof readTaggedTree | undefined): SectionReader {
  const call = createCallReader(ctx, syntax, readTree);
  const callOpen = [...new Set(syntax.callOpen.map(firstOf))];
  return {
    open: syntax.sectionOpen,
    close: syntax.sectionClose,
    callOpen,
    outerClose: syntax.outerClose === undefined ? [] : [syntax.outerClose],
    recovery: {
      closers: [...(syntax.outerClose === undefined ? [] : [syntax.outerClose]), syntax.callClose],
      others: [...callOpen, ...syntax.sectionOpen, ...syntax.sectionClose],
    },
    readCall: () => readCall(call),
  };
}

function* read(ctx: Context, readers: readonly SectionReader[], entry: MarkerEntry): Task<void> {
  const reader = readers[entry.index];
  if (reader === undefined) return;
  if (entry.kind === "section") yield* readSection(ctx, reader, entry.text.length);
  else yield* readAlone(ctx, reader, entry.text.length);
}

function* readRouted(ctx: Context, reader: SectionReader | undefined): Task<Reading> {
  if (reader === undefined) return noCall;
  yield* skipSpace(ctx.w);
  if ((yield* literal(ctx.w, reader.open)) < 0) return ranOut(ctx.w, reader.open) ? cut : bad("no call in a message to a tool");
  for (;;) {
    yield* skipSpace(ctx.w);
    const mark = offset(ctx);
    const found = yield* literal(ctx.w, [...reader.close, ...reader.callOpen]);
    if (found >= 0 && found < reader.close.length) return delivered;
    if (found < 0) return ranOut(ctx.w, [...reader.close, ...reader.callOpen]) ? cut : bad("no call in a message to a tool");
    rewind(ctx.w, mark);
    const reading = yield* reader.readCall();
    if (reading.kind !== "call") return reading;
  }
}

/** The engine for calls with one tag pair per argument. `readTree` is what reads tags in tags, for formats that have them. */
export function createTaggedArgsEngine(ctx: Context, syntax: TaggedArgsSyntax, readTree?: typeof readTaggedTree): BodyEngine {
  const spellings = spellingsIn(syntax);
  const readers = spellings.map((spelling) => createReader(ctx, spelling, readTree));
  const all = (kind: MarkerEntry["kind"], texts: (reader: SectionReader, index: number) => readonly string[]): MarkerEntry[] =>
    readers.flatMap((reader, index) => texts(reader, index).map((text) => ({ text, kind, index })));
  const alone = syntax.sectionOpen.length === 0;
  const closers = (index: number): readonly string[] => {
    const spelling = spellings[index];
    return spelling === undefined
      ? []
      : [spelling.callClose, ...(spelling.outerClose === undefined ? [] : [spelling.outerClose])];
  };

  return {
    markers: () => [
      ...all("section", (reader) => reader.open),
      ...(alone ? all("call", (reader) => reader.callOpen) : []),
      ...all("section-close", (reader) => reader.close),
      ...all("call-close", (_, index) => closers(index)),
    ],
    sectionMarkers: () => all("call", (reader) => reader.callOpen),
    read: (entry) => read(ctx, readers, entry),
    bareAfterSpace: true,
    readBare: undefined,
    readRouted: () => readRouted(ctx, readers[0]),
  };
}
