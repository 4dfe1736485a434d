/**
 * Reading and writing the tool calls of one format, without what reads the others: `mcpcheck/toolcall/<format>`, such as
 * `mcpcheck/toolcall/hermes`. What `mcpcheck/toolcall` has, but for the argument that names the format. Needs nothing of Node.
 *
 * @module
 */
import { collect, type ParsedMessage } from "../toolcall/collect.ts";
import type { ParserEvent } from "../toolcall/event.ts";
import { createPushParser, type ParserOptions, type ToolCallParser } from "../toolcall/push-parser.ts";
import { type MessageText, render } from "../toolcall/render/render.ts";
import type { CallToRender } from "../toolcall/render/rendered-call.ts";
import { holdEvents, holdMessage, holdParserOptions, holdText } from "./toolcall/given-parts.ts";
import { streamOf } from "./toolcall/stream-of.ts";
import { format, readers } from "./toolcall/the-format.ts";

export type { CallDelta, ParsedCall, ParsedDiagnostic, ParsedMessage } from "../toolcall/collect.ts";
export type { ParserEvent } from "../toolcall/event.ts";
export type { ToolCallFormat } from "../toolcall/format.ts";
export type { ParserOptions, ToolCallParser } from "../toolcall/push-parser.ts";
export type { MessageText } from "../toolcall/render/render.ts";
export type { CallToRender } from "../toolcall/render/rendered-call.ts";
export { format } from "./toolcall/the-format.ts";

/** A push parser for one message: pieces of text go in by `feed` as they come, events come out as soon as they are certain. */
export function createToolCallParser(options: ParserOptions = {}): ToolCallParser {
  holdParserOptions(options);
  return createPushParser(format, options, readers);
}

/** Reads a whole message. Unreadable calls are no error: they are in `diagnostics`, and their text in `content`. */
export function parseToolCalls(text: string, options: ParserOptions = {}): ParsedMessage {
  holdText(text);
  const parser = createToolCallParser(options);
  return collect([...parser.feed(text), ...parser.end()]);
}

/** Folds the events of one message, as a parser or a stream gave them, into what `parseToolCalls` gives for all of it. */
export function collectEvents(events: Iterable<ParserEvent>): ParsedMessage {
  holdEvents(events);
  return collect(events);
}

/** Writes a message as a model of this format would. */
export function renderToolCalls(calls: readonly CallToRender[], text: MessageText = {}): string {
  holdMessage(calls, text);
  return render(format, calls, text);
}

/** A transform stream from the pieces of one message (texts, or UTF-8 bytes cut anywhere) to events, for `pipeThrough`. */
export function toolCallStream(options: ParserOptions = {}): TransformStream<string | Uint8Array, ParserEvent> {
  return streamOf(createToolCallParser(options));
}
