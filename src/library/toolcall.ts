/**
 * Reading and writing tool calls in the raw text of language models: `mcpcheck/toolcall`. Needs nothing of Node, so it runs in
 * browsers and workers as well.
 *
 * @module
 */
import { McpcheckError } from "../base/mcpcheck-error.ts";
import { collect, type ParsedMessage } from "../toolcall/collect.ts";
import type { ParserEvent } from "../toolcall/event.ts";
import type { ToolCallFormat } from "../toolcall/format.ts";
import { formatForModel, nearestFormats } from "../toolcall/formats/lookup.ts";
import { formatById } from "../toolcall/formats/registry.ts";
import { createToolCallParser as parserOf, type ParserOptions, type ToolCallParser } from "../toolcall/parser.ts";
import { type MessageText, render } from "../toolcall/render/render.ts";
import type { CallToRender } from "../toolcall/render/rendered-call.ts";
import { type ImportedTemplate, importResponseTemplate } from "../toolcall/template/import-response-template.ts";
import { holdEvents, holdMessage, holdParserOptions, holdText } from "./toolcall/given-parts.ts";
import { streamOf } from "./toolcall/stream-of.ts";

export { type BlameCode, McpcheckError } from "../base/mcpcheck-error.ts";
export type { CallDelta, ParsedCall, ParsedDiagnostic, ParsedMessage } from "../toolcall/collect.ts";
export type {
  CallAbortEvent,
  CallArgsEvent,
  CallEndEvent,
  CallStartEvent,
  DiagnosticCode,
  DiagnosticEvent,
  MarkupEvent,
  ParserEvent,
  ReasoningEvent,
  Span,
  TextEvent,
} from "../toolcall/event.ts";
export type { EngineName, FencePolicy, FormatFacts, ToolCallFormat, ToolInsideReasoning } from "../toolcall/format.ts";
export { formats } from "../toolcall/formats/registry.ts";
export type { ParserOptions, ToolCallParser } from "../toolcall/parser.ts";
export type { ParserPolicy } from "../toolcall/policy.ts";
export type { MessageText } from "../toolcall/render/render.ts";
export type { CallToRender } from "../toolcall/render/rendered-call.ts";
export type { ImportedTemplate } from "../toolcall/template/import-response-template.ts";

/** A format, or the id of one of `formats`, such as `hermes`. */
export type FormatChoice = string | ToolCallFormat;

/**
 * A push parser for one message: pieces of text go in by `feed` as they come, events come out as soon as they are certain. However the
 * text is cut, the events add up to the same.
 * @throws McpcheckError `usage` for an id that no format has
 */
export function createToolCallParser(format: FormatChoice, options: ParserOptions = {}): ToolCallParser {
  holdParserOptions(options);
  return parserOf(chosen(format), options);
}

/**
 * Reads a whole message: its visible text, its reasoning, its calls, and what was wrong with it. Unreadable calls are no error: they
 * are in `diagnostics`, and their text in `content`.
 * @throws McpcheckError `usage` for an id that no format has
 */
export function parseToolCalls(text: string, format: FormatChoice, options: ParserOptions = {}): ParsedMessage {
  holdText(text);
  const parser = createToolCallParser(format, options);
  return collect([...parser.feed(text), ...parser.end()]);
}

/** Folds the events of one message, as a parser or a stream gave them, into what `parseToolCalls` gives for all of it. */
export function collectEvents(events: Iterable<ParserEvent>): ParsedMessage {
  holdEvents(events);
  return collect(events);
}

/**
 * Writes a message as a model of this format would, perhaps with text and reasoning: the inverse of `parseToolCalls`. Names, keys and
 * texts have to be such that the format can say them.
 * @throws McpcheckError `usage` for an id that no format has
 */
export function renderToolCalls(calls: readonly CallToRender[], format: FormatChoice, text: MessageText = {}): string {
  holdMessage(calls, text);
  return render(chosen(format), calls, text);
}

/**
 * The format a model writes, by its id as hubs and servers spell it: `Qwen/Qwen3-Coder-30B-A3B-Instruct`, `qwen3-coder:30b`.
 * Undefined when no format lists the model.
 */
export function formatOfModel(id: string): ToolCallFormat | undefined {
  holdText(id, "id");
  return formatForModel(id);
}

/**
 * The format that the `response_template` of a Hugging Face `tokenizer_config.json` describes (the parsed file, or the template
 * itself), and in words what of it a format cannot express.
 * Source: https://huggingface.co/docs/transformers/main/chat_response_parsing
 * @throws McpcheckError `usage` when there is no template in it, or one that cannot be read
 */
export function formatFromTokenizerConfig(json: unknown): ImportedTemplate {
  const imported = importResponseTemplate(json);
  if ("error" in imported) throw new McpcheckError("usage", `the tokenizer configuration: ${imported.error}`);
  return imported;
}

/**
 * A transform stream from the pieces of one message (texts, or UTF-8 bytes cut anywhere) to events, for `pipeThrough`.
 * @throws McpcheckError `usage` for an id that no format has
 */
export function toolCallStream(
  format: FormatChoice,
  options: ParserOptions = {},
): TransformStream<string | Uint8Array, ParserEvent> {
  return streamOf(createToolCallParser(format, options));
}

function chosen(format: FormatChoice): ToolCallFormat {
  if (typeof format === "object" && format !== null && "engine" in format) return format;
  if (typeof format !== "string")
    throw new McpcheckError("usage", "format must be one of `formats`, or the id of one, such as hermes");
  const found = formatById(format);
  if (found !== undefined) return found;
  const near = nearestFormats(format).join(" or ");
  throw new McpcheckError("usage", `there is no tool-call format "${format}"${near === "" ? "" : `; did you mean ${near}?`}`);
}
