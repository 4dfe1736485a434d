import { closer, confirm, offset, partsOf, ranOut, sequence, settle } from "../reader/context.ts";
import type { Context } from "../reader/context.ts";
import type { TaggedArgsSyntax } from "../format.ts";
import { endsName } from "../reader/name.ts";
import { createJsonScanner } from "../value/json-scanner.ts";
import { escapeText } from "../value/scanner.ts";
import type { ValueScanner } from "../value/scanner.ts";
import { drive, literal, peek, rewind, run, skipSpace } from "../window/window.ts";
import type { Task } from "../window/window.ts";
import { bad, cut, delivered, noCall } from "../reader/reading.ts";
import type { Reading } from "../reader/reading.ts";
import type { readTaggedTree } from "./tagged-tree.ts";
import { readTaggedValue, valueRules } from "./tagged-value.ts";
import type { TaggedValueRules } from "./tagged-value.ts";

/** What reading calls of one spelling takes. */
export interface CallReader {
  readonly ctx: Context;
  readonly syntax: TaggedArgsSyntax;
  readonly readTree: typeof readTaggedTree | undefined;
  readonly rules: TaggedValueRules;
  readonly scanner: ValueScanner;
  /** What may follow in the header of a call. */
  readonly headerLiterals: readonly string[];
}

/** The reader of one spelling. `readTree` is what reads tags in tags, for formats that have them. */
export function createCallReader(ctx: Context, syntax: TaggedArgsSyntax, readTree: CallReader["readTree"]): CallReader {
  const headerLiterals = [syntax.nameEnd ?? "", syntax.ordinal ?? "", syntax.argOpen, syntax.callClose];
  return { ctx, syntax, readTree, rules: valueRules(syntax), scanner: createJsonScanner(ctx.w), headerLiterals };
}

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

function* readName({ ctx, syntax }: CallReader): Task<string | undefined> {
  const { w } = ctx;
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
function* readKey(
  { ctx, syntax }: CallReader,
  tool: string,
): Task<{ key: string; types: ReadonlySet<string> | undefined } | undefined> {
  const { w } = ctx;
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

function* readArguments(reader: CallReader, tool: string): Task<Reading> {
  const { ctx, syntax, rules } = reader;
  const { w, sink } = ctx;
  for (let first = true; ; first = false) {
    yield* skipSpace(w);
    const next = yield* literal(w, [syntax.callClose, syntax.argOpen]);
    if (next === 0) {
      sink.callArgs(first ? "{}" : "}", offset(ctx));
      return delivered;
    }
    if (next < 0) return ranOut(w, [syntax.callClose, syntax.argOpen]) ? cut : bad("neither an argument nor the end of the call");
    const found = yield* readKey(reader, tool);
    if (found === undefined) {
      const expected = [syntax.argNameEnd, syntax.valueOpen ?? "", syntax.typeAttribute?.open ?? ""];
      return ranOut(w, expected) ? cut : bad("an argument has no readable name");
    }
    const lead = `${first ? "{" : ","}"${escapeText(found.key)}":`;
    if (!(yield* readTaggedValue(ctx, rules, syntax.argClose, found.types, lead))) return cut;
  }
}

/** One JSON object in place of the arguments; undefined when there is none. */
function* readJsonBody({ ctx, syntax, scanner }: CallReader): Task<Reading | undefined> {
  const { w, sink } = ctx;
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

function* readBody(reader: CallReader, name: string): Task<Reading> {
  const { ctx, syntax, readTree } = reader;
  ctx.sink.callStart(name, undefined, offset(ctx));
  if (syntax.tree !== undefined && readTree !== undefined) return yield* readTree(ctx, syntax, syntax.tree, name);
  return (yield* readJsonBody(reader)) ?? (yield* readArguments(reader, name));
}

/** Reads the call at which the window stands. */
export function* readCall(reader: CallReader): Task<Reading> {
  const { ctx, syntax, headerLiterals } = reader;
  const { w, sink } = ctx;
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
  const name = yield* readName(reader);
  if (name === undefined) return ranOut(w, headerLiterals) ? cut : noCall;
  confirm(ctx);
  const reading = yield* readBody(reader, decodeAttribute(name, syntax));
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
