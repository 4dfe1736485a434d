import { closer, confirm, offset, partsOf, ranOut, sequence, settle } from "../reader/context.ts";
import type { BodyEngine, Context } from "../reader/context.ts";
import type { Marker, TaggedArgsSyntax } from "../format.ts";
import type { MarkerEntry } from "../reader/marker-table.ts";
import { endsName } from "../reader/name.ts";
import { createJsonScanner } from "../value/json-scanner.ts";
import { escapeText } from "../value/scanner.ts";
import { drive, literal, peek, rewind, run, skipSpace } from "../window/window.ts";
import type { Task } from "../window/window.ts";
import { bad, cut, delivered, noCall } from "../reader/reading.ts";
import type { Reading } from "../reader/reading.ts";
import { readAlone, readSection } from "./sections.ts";
import type { SectionReader } from "./sections.ts";
import type { readTaggedTree } from "./tagged-tree.ts";
import { readTaggedValue, valueRules } from "./tagged-value.ts";

function endsKey(code: number): boolean {
  return code === 34 || code === 60 || code === 62;
}

/** Undoes the two escapes of attribute values. */
function decodeAttribute(text: string, syntax: TaggedArgsSyntax): string {
  return syntax.entities === "none" ? text : text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

/** The types a type attribute stands for; undefined when it says nothing. */
function attributeTypes(kind: "text-or-json" | "json-types", value: string): ReadonlySet<string> | undefined {
  if (kind === "json-types") return new Set([value]);
  if (value === "true") return new Set(["string"]);
  return value === "false" ? new Set(["null", "number", "boolean", "object", "array"]) : undefined;
}

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

/** Reads calls of one spelling. */
function createReader(ctx: Context, syntax: TaggedArgsSyntax, readTree: typeof readTaggedTree | undefined): SectionReader {
  const { w, sink } = ctx;
  const rules = valueRules(syntax);
  const scanner = createJsonScanner(w);
  const headerLiterals = [syntax.nameEnd ?? "", syntax.ordinal ?? "", syntax.argOpen, syntax.callClose];

  function* readName(): Task<string | undefined> {
    yield* skipSpace(w);
    const name = yield* run(w, endsName);
    if (name === "") return undefined;
    if (syntax.ordinal !== undefined) {
      if ((yield* literal(w, [syntax.ordinal])) < 0) return undefined;
      yield* run(w, endsName);
    }
    if (syntax.nameEnd === "\n") return (yield* skipSpace(w)) ? name : undefined;
    if (syntax.nameEnd !== null) return (yield* literal(w, [syntax.nameEnd])) === 0 ? name : undefined;
    yield* skipSpace(w);
    const mark = offset(ctx);
    if ((yield* literal(w, [syntax.argOpen, syntax.callClose])) < 0) return undefined;
    rewind(w, mark);
    return name;
  }

  /** The key and, where an attribute or the schema says so, the types of the next argument. */
  function* readKey(tool: string): Task<{ key: string; types: ReadonlySet<string> | undefined } | undefined> {
    const key = decodeAttribute((yield* run(w, endsKey)).trim(), syntax);
    if (key === "") return undefined;
    const attribute = syntax.typeAttribute;
    let types = ctx.typeOf(tool, [key]);
    if (attribute !== undefined && (yield* literal(w, [attribute.open])) === 0) {
      types = attributeTypes(attribute.kind, yield* run(w, endsName)) ?? types;
    }
    if ((yield* literal(w, [syntax.argNameEnd])) < 0) return undefined;
    if (syntax.valueOpen === undefined) return { key, types };
    yield* skipSpace(w);
    return (yield* literal(w, [syntax.valueOpen])) === 0 ? { key, types } : undefined;
  }

  function* readArguments(tool: string): Task<Reading> {
    for (let first = true; ; first = false) {
      yield* skipSpace(w);
      const next = yield* literal(w, [syntax.callClose, syntax.argOpen]);
      if (next === 0) {
        sink.callArgs(first ? "{}" : "}", offset(ctx));
        return delivered;
      }
      if (next < 0)
        return ranOut(w, [syntax.callClose, syntax.argOpen]) ? cut : bad("neither an argument nor the end of the call");
      const found = yield* readKey(tool);
      if (found === undefined) {
        const expected = [syntax.argNameEnd, syntax.valueOpen ?? "", syntax.typeAttribute?.open ?? ""];
        return ranOut(w, expected) ? cut : bad("an argument has no readable name");
      }
      const lead = `${first ? "{" : ","}"${escapeText(found.key)}":`;
      if (!(yield* readTaggedValue(ctx, rules, syntax.argClose, found.types, lead))) return cut;
    }
  }

  /** One JSON object in place of the arguments; undefined when there is none. */
  function* readJsonBody(): Task<Reading | undefined> {
    if (syntax.jsonBody === undefined) return undefined;
    yield* skipSpace(w);
    if ((yield* literal(w, [syntax.jsonBody[0]])) < 0) return undefined;
    yield* skipSpace(w);
    const code = yield* peek(w);
    if (code !== 123) return code < 0 ? cut : bad("the arguments are not an object");
    scanner.begin();
    yield* drive(
      w,
      () => {
        const over = scanner.run();
        sink.callArgs(scanner.take(), offset(ctx));
        return over;
      },
      () => scanner.inText(),
    );
    if (scanner.status !== "done") return scanner.status === "cut" ? cut : bad("the arguments are not readable");
    for (const part of [syntax.jsonBody[1], syntax.callClose]) {
      yield* skipSpace(w);
      if ((yield* literal(w, [part])) < 0) return ranOut(w, [part]) ? cut : bad("a closing tag is missing");
    }
    return delivered;
  }

  function* readBody(name: string): Task<Reading> {
    sink.callStart(name, undefined, offset(ctx));
    if (syntax.tree !== undefined && readTree !== undefined) return yield* readTree(ctx, syntax, syntax.tree, name);
    return (yield* readJsonBody()) ?? (yield* readArguments(name));
  }

  function* readCall(): Task<Reading> {
    const start = offset(ctx);
    let outer = false;
    let opened = false;
    for (const marker of syntax.callOpen) {
      const parts = partsOf(marker);
      opened = yield* sequence(ctx, parts);
      outer = parts.length > 1;
      if (opened) break;
      if (ranOut(w, parts)) return cut;
      rewind(w, start);
    }
    if (!opened) return noCall;
    const name = yield* readName();
    if (name === undefined) return ranOut(w, headerLiterals) ? cut : noCall;
    confirm(ctx);
    const reading = yield* readBody(decodeAttribute(name, syntax));
    if (reading.kind !== "call") return reading;
    sink.callEnd(offset(ctx));
    settle(ctx);
    if (syntax.outerClose === undefined) return reading;
    const end = offset(ctx);
    if ((yield* closer(ctx, [syntax.outerClose])) >= 0) sink.boundary(offset(ctx));
    else if (outer) sink.diagnostic("unclosed", "the outer closing tag of a call is missing", end, end);
    settle(ctx);
    return reading;
  }

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
    readCall,
  };
}

/** The engine for calls with one tag pair per argument. `readTree` is what reads tags in tags, for formats that have them. */
export function createTaggedArgsEngine(ctx: Context, syntax: TaggedArgsSyntax, readTree?: typeof readTaggedTree): BodyEngine {
  const spellings = (syntax.tagSuffixes ?? [""]).map((suffix) => withTagSuffix(syntax, suffix));
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

  function* read(entry: MarkerEntry): Task<void> {
    const reader = readers[entry.index];
    if (reader === undefined) return;
    if (entry.kind === "section") yield* readSection(ctx, reader, entry.text.length);
    else yield* readAlone(ctx, reader, entry.text.length);
  }

  function* readRouted(): Task<Reading> {
    const reader = readers[0];
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

  return {
    markers: [
      ...all("section", (reader) => reader.open),
      ...(alone ? all("call", (reader) => reader.callOpen) : []),
      ...all("section-close", (reader) => reader.close),
      ...all("call-close", (_, index) => closers(index)),
    ],
    sectionMarkers: all("call", (reader) => reader.callOpen),
    read,
    bareAfterSpace: true,
    readBare: undefined,
    readRouted,
  };
}
