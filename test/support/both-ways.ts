import { expect } from "vitest";
import { collect, parseToolCalls, type ParsedMessage } from "../../src/toolcall/collect.ts";
import type { EngineName, ToolCallFormat } from "../../src/toolcall/format.ts";
import { formatById } from "../../src/toolcall/formats/registry.ts";
import { createToolCallParser, type ParserOptions } from "../../src/toolcall/parser.ts";

/** What a reader is told about a message. A call is its name, its arguments and, where it has one, its id; a diagnostic its code and message. */
export type Told = {
  readonly content: string;
  readonly calls: readonly (readonly string[])[];
  readonly diagnostics: readonly string[];
};

/** What a row says of a message, whose input may be a part of it; the rest is empty. */
export type Wanted = Partial<Told> | ((input: string) => Partial<Told>);

/** A situation, and what is told of it. */
export type Row<E extends EngineName> = readonly [title: string, format: ToolCallFormat<E>, input: string, wanted: Wanted];

/** The format with this id, of an engine. */
export function formatOf<E extends EngineName>(engine: E, id: string): ToolCallFormat<E> {
  const found = formatById(id);
  if (found?.engine !== engine) throw new Error(`no format ${id} of the engine ${engine}`);
  return found as ToolCallFormat<E>;
}

/** A format of an engine under changes of its syntax. */
export function changed<E extends EngineName>(
  format: ToolCallFormat<E>,
  syntax: Partial<ToolCallFormat<E>["syntax"]>,
): ToolCallFormat<E> {
  return { ...format, syntax: { ...format.syntax, ...syntax } };
}

/** Reads a message whole and unit by unit; both have to agree. */
export function readBothWays(format: ToolCallFormat, input: string, options: ParserOptions = {}): ParsedMessage {
  const { deltas: _, ...whole } = parseToolCalls(format, input, options);
  const parser = createToolCallParser(format, options);
  const events = Array.from({ length: input.length }, (__, at) => parser.feed(input.charAt(at))).flat();
  const { deltas, ...pieces } = collect([...events, ...parser.end()]);
  expect(pieces).toEqual(whole);
  return { ...pieces, deltas };
}

/** What a message tells, however it is cut. */
export function toldOf(format: ToolCallFormat, input: string, options: ParserOptions = {}): Told {
  const { content, calls, diagnostics } = readBothWays(format, input, options);
  return {
    content,
    calls: calls.map(({ name, arguments: text, id }) => (id === undefined ? [name, text] : [name, text, id])),
    diagnostics: diagnostics.map(({ code, message }) => `${code}: ${message}`),
  };
}

/** All that a message has to tell. */
export function inFull(wanted: Wanted, input: string): Told {
  return { content: "", calls: [], diagnostics: [], ...(typeof wanted === "function" ? wanted(input) : wanted) };
}

/** The input as it stands is content, and that is all. */
export function asText(input: string): Partial<Told> {
  return { content: input };
}

/** The input is handed back as it stands, with words about why. */
export function handedBack(...diagnostics: readonly string[]): (input: string) => Partial<Told> {
  return (input) => ({ content: input, diagnostics });
}

/** The end of the input cuts a call off. */
export const cut = handedBack("truncated: the input ends inside a call");

/** The end of the input cuts a call off in an open section. */
export const cutInSection = handedBack(
  "truncated: the input ends inside a call",
  "unclosed: the closing marker of a section is missing",
);

/** A marker that closes nothing was dropped. */
export const stray = (marker: string): string => `stray-marker: ${marker} closes nothing`;
