import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import * as fc from "fast-check";
import { collect } from "../../toolcall/collect.ts";
import type { ParserEvent } from "../../toolcall/event.ts";
import type { ToolCallFormat } from "../../toolcall/format.ts";
import { createToolCallParser } from "../../toolcall/parser.ts";
import { render } from "../../toolcall/render/render.ts";
import { readLossless, writeLossless } from "../../toolcall/value/lossless.ts";
import { chunkings, feedInPieces, mergeEvents } from "./chunking.ts";
import type { Chunking } from "./chunking.ts";
import { markerSoup, messages, mutations } from "./message-arbitrary.ts";
import type { GeneratedMessage } from "./message-arbitrary.ts";
import type { LawOptions } from "../law.ts";

/** Something that holds for every format, input and chunking. */
export interface ParserLaw {
  readonly id: string;
  readonly title: string;
  /** Tries to break the law; throws fast-check's report, with seed and path, when it succeeds. */
  readonly check: (format: ToolCallFormat, options: LawOptions) => void;
}

const whole: Chunking = { lengths: [Number.MAX_SAFE_INTEGER], bytes: false };

function settings({ runs, seed, path }: LawOptions): fc.Parameters<unknown> {
  return { numRuns: runs, ...(seed === undefined ? {} : { seed }), ...(path === undefined ? {} : { path }) };
}

function rendered(format: ToolCallFormat): fc.Arbitrary<{ readonly message: GeneratedMessage; readonly input: string }> {
  return messages(format).map((message) => ({ message, input: render(format, message.calls, message) }));
}

/** Canonical messages, mutated ones, and markers in any order. */
function inputs(format: ToolCallFormat): fc.Arbitrary<string> {
  const canonical = rendered(format).map(({ input }) => input);
  return fc.oneof(
    canonical,
    { weight: 2, arbitrary: mutations(canonical) },
    { weight: 2, arbitrary: markerSoup(format) },
    mutations(markerSoup(format)),
  );
}

function overInputs(law: (format: ToolCallFormat, input: string, chunking: Chunking) => void): ParserLaw["check"] {
  return (format, options) =>
    fc.assert(
      fc.property(inputs(format), chunkings(), (input, chunking) => law(format, input, chunking)),
      settings(options),
    );
}

/** Events without calls that were taken back, and without diagnostics: those whose spans cover the input. */
function covering(events: readonly ParserEvent[]): ParserEvent[] {
  const kept: ParserEvent[] = [];
  let callFrom = 0;
  for (const event of events) {
    if (event.type === "call-start") callFrom = kept.length;
    if (event.type === "call-abort") kept.length = callFrom;
    else if (event.type !== "diagnostic") kept.push(event);
  }
  return kept;
}

function spansPartition(format: ToolCallFormat, input: string, chunking: Chunking): void {
  const { events } = feedInPieces(format, input, chunking, { markup: true });
  let at = 0;
  for (const event of covering(events)) {
    strictEqual(event.start, at, `a gap or an overlap at ${at}`);
    ok(event.end >= event.start, "a span runs backwards");
    if (event.type === "text" || event.type === "reasoning") strictEqual(event.text, input.slice(event.start, event.end));
    at = event.end;
  }
  strictEqual(at, input.length, "the spans do not reach the end of the input");
}

function fragmentsAddUp(format: ToolCallFormat, input: string, chunking: Chunking): void {
  const { events } = feedInPieces(format, input, chunking);
  let sum = "";
  let open = false;
  let next = 0;
  for (const event of events) {
    if (event.type === "call-start") {
      ok(!open, "a call starts inside another");
      strictEqual(event.index, next, "indices do not count up");
      open = true;
      sum = "";
    } else if (event.type === "call-args") {
      ok(open, "a fragment outside of a call");
      sum += event.fragment;
    } else if (event.type === "call-end") {
      ok(open, "an end without a start");
      strictEqual(event.arguments, sum);
      const value: unknown = JSON.parse(sum);
      ok(typeof value === "object" && value !== null && !Array.isArray(value), "the arguments are not an object");
      open = false;
      next += 1;
    } else if (event.type === "call-abort") open = false;
  }
  ok(!open, "a call is neither delivered nor taken back");
}

function longestText(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  return Math.max(1, ...Object.values(value).map(longestText));
}

function workIsLinear(format: ToolCallFormat, input: string, chunking: Chunking): void {
  const { examined, feeds } = feedInPieces(format, input, chunking);
  const marker = longestText([format.syntax, format.reasoning, format.contentWrap, format.turnEnd, format.router]);
  const bound = 6 * (input.length + (feeds + 1) * marker);
  ok(examined <= bound, `${examined} characters examined, at most ${bound} for ${input.length} in ${feeds} pieces`);
}

function endIsFinal(format: ToolCallFormat, input: string, chunking: Chunking): void {
  const parser = createToolCallParser(format);
  const step = Math.max(1, chunking.lengths[0] ?? 1);
  for (let at = 0; at < input.length; at += step) parser.feed(input.slice(at, at + step));
  parser.end();
  deepStrictEqual(parser.end(), []);
  deepStrictEqual(parser.feed(input), []);
}

function normal(json: string): string {
  const value = readLossless(json);
  return value === undefined ? json : writeLossless(value);
}

function roundTrip(format: ToolCallFormat, message: GeneratedMessage, input: string, chunking: Chunking): void {
  const { events } = feedInPieces(format, input, chunking, { tools: message.tools });
  const { content, reasoning, calls, diagnostics } = collect(events);
  deepStrictEqual(
    { content, reasoning, calls: calls.map(({ name, arguments: args }) => ({ name, arguments: normal(args) })), diagnostics },
    { content: message.content, reasoning: message.reasoning, calls: message.calls, diagnostics: [] },
  );
}

function checkRoundTrip(format: ToolCallFormat, options: LawOptions): void {
  fc.assert(
    fc.property(rendered(format), chunkings(), ({ message, input }, chunking) => roundTrip(format, message, input, chunking)),
    settings(options),
  );
}

/** What has been said after a part of a canonical message is a beginning of what the whole message says. */
function checkNothingTakenBack(format: ToolCallFormat, options: LawOptions): void {
  fc.assert(
    fc.property(rendered(format), fc.nat(), ({ message, input }, cut) => {
      const parser = createToolCallParser(format, { tools: message.tools });
      const early = collect(parser.feed(input.slice(0, cut % (input.length + 1))));
      ok(message.content.startsWith(early.content), `${JSON.stringify(early.content)} was said too early`);
      ok(message.reasoning.startsWith(early.reasoning), `${JSON.stringify(early.reasoning)} was said too early`);
      for (const [index, call] of early.calls.entries()) strictEqual(call.name, message.calls[index]?.name);
    }),
    settings(options),
  );
}

/** A marker that is never completed is text after all, once the input ends. */
function checkFlush(format: ToolCallFormat, options: LawOptions): void {
  const { syntax } = format;
  const openers = "open" in syntax ? syntax.open : [...syntax.sectionOpen, ...syntax.callOpen];
  const firsts = [
    ...openers.map((marker) => (typeof marker === "string" ? marker : (marker[0] ?? ""))),
    ...(format.reasoning?.open ?? []),
  ];
  const long = firsts.filter((text) => text.length > 2);
  if (long.length === 0) return;
  fc.assert(
    fc.property(fc.constantFrom(...long), fc.nat(), chunkings(), (marker, length, chunking) => {
      const input = `See ${marker.slice(0, 1 + (length % (marker.length - 1)))}`;
      if (firsts.some((text) => input.includes(text))) return;
      const { content, calls } = collect(feedInPieces(format, input, chunking).events);
      deepStrictEqual({ content, calls }, { content: input, calls: [] });
    }),
    settings(options),
  );
}

/** Every law, in the order in which a failure is best understood. */
export const parserLaws: readonly ParserLaw[] = [
  {
    id: "never-throws",
    title: "No input makes the parser throw, and a second end says nothing",
    check: overInputs(endIsFinal),
  },
  {
    id: "any-chunking",
    title: "Every chunking, of characters or bytes, gives the events of the whole input",
    check: overInputs((format, input, chunking) => {
      const expected = mergeEvents(feedInPieces(format, input, whole, { markup: true }).events);
      deepStrictEqual(mergeEvents(feedInPieces(format, input, chunking, { markup: true }).events), expected);
    }),
  },
  {
    id: "spans-partition",
    title: "Spans cover the input without gap or overlap; text is the input's own",
    check: overInputs(spansPartition),
  },
  {
    id: "fragments-add-up",
    title: "Argument fragments add up to the arguments, a JSON object; indices count up",
    check: overInputs(fragmentsAddUp),
  },
  { id: "linear-work", title: "The characters examined stay below a constant times the input", check: overInputs(workIsLinear) },
  {
    id: "batch-is-stream",
    title: "The answer for the whole input is the answer for its pieces",
    check: overInputs((format, input, chunking) => {
      const { content, reasoning, calls, diagnostics } = collect(feedInPieces(format, input, chunking).events);
      const batch = collect(feedInPieces(format, input, whole).events);
      strictEqual(content, batch.content);
      strictEqual(reasoning, batch.reasoning);
      deepStrictEqual({ calls, diagnostics }, { calls: batch.calls, diagnostics: batch.diagnostics });
    }),
  },
  { id: "round-trip", title: "What is rendered is read back, numbers and keys unchanged", check: checkRoundTrip },
  { id: "nothing-taken-back", title: "No part of a marker is ever said; what was said stays", check: checkNothingTakenBack },
  { id: "partial-marker-flushed", title: "The beginning of a marker at the end of the input is text", check: checkFlush },
];
