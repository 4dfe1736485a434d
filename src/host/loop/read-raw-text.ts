import type { ModelEvent, ModelTool } from "../../model/model-backend.ts";
import type { ParserEvent } from "../../toolcall/event.ts";
import type { ToolCallFormat } from "../../toolcall/format.ts";
import { createToolCallParser } from "../../toolcall/parser.ts";
import { withReasoningPairs } from "./with-reasoning-pairs.ts";

/** A call that was taken for a quotation. */
export type QuotedCall = { readonly kind: "quoted"; readonly name: string };

/** How the text of a model is read. */
export type RawTextSetup = {
  readonly format: ToolCallFormat;
  readonly tools: readonly ModelTool[];
  /** Whether calls inside reasoning and code fences are text. */
  readonly contentFilter: boolean;
  /** Whether a piece of text is word for word what a tool said; a call that is stays text. */
  readonly isQuoted: (text: string) => boolean;
};

/** Whether calls have no marker, so that any JSON may look like one. */
function isBare(format: ToolCallFormat): boolean {
  return format.engine === "json-envelope" && format.syntax.open.length === 0;
}

/** A format that takes JSON in a code fence for a call does not, where a fence is no place for calls. */
function withoutFences(format: ToolCallFormat): ToolCallFormat {
  if (format.engine !== "json-envelope" || format.syntax.bareWraps === undefined) return format;
  return { ...format, fence: "ignore", syntax: { ...format.syntax, bareWraps: [] } };
}

/**
 * Reads calls out of what a model wrote as plain text. Markup of calls never goes out as content, however it is cut; what turns
 * out to be no call does, and so does a call that only repeats what a tool said. JSON without markers is a call only of a tool that is
 * offered. Calls the server found itself pass through.
 */
export async function* readRawText(
  events: AsyncIterable<ModelEvent>,
  { format, tools, contentFilter, isQuoted }: RawTextSetup,
): AsyncIterable<ModelEvent | QuotedCall> {
  // Without the filter a call counts wherever it is, in reasoning and in code fences too.
  const policy = contentFilter ? {} : { policy: { fence: "none", toolInside: "endsReasoning" } as const };
  const known = isBare(format) ? new Set(tools.map(({ name }) => name)) : undefined;
  const parser = createToolCallParser(contentFilter ? withReasoningPairs(withoutFences(format)) : format, {
    tools,
    unparsed: "text",
    ...policy,
  });
  const open = new Map<number, { readonly name: string; readonly id: string | undefined; readonly start: number }>();
  let found = 0;
  let text = "";
  let quotedTo: number | undefined; // where a quoted call ended: the markup after it is text as well
  function* restOfQuote(end: number): Iterable<ModelEvent> {
    if (quotedTo !== undefined && end > quotedTo) yield { kind: "content", text: text.slice(quotedTo, end) };
    quotedTo = undefined;
  }
  function* translated(parsed: readonly ParserEvent[]): Iterable<ModelEvent | QuotedCall> {
    for (const event of parsed) {
      if (event.type === "text" || event.type === "reasoning") {
        yield* restOfQuote(event.start);
        yield { kind: event.type === "text" ? "content" : "reasoning", text: event.text };
      } else if (event.type === "call-start") {
        yield* restOfQuote(event.start);
        open.set(event.index, { name: event.name, id: event.id, start: event.start });
      } else if (event.type === "call-end") {
        const { name = "", id = event.id, start = event.end } = open.get(event.index) ?? {};
        const raw = text.slice(start, event.end);
        if (known?.has(name) === false) {
          yield { kind: "content", text: raw };
          continue;
        }
        if (isQuoted(raw)) {
          quotedTo = event.end;
          yield { kind: "content", text: raw };
          yield { kind: "quoted", name };
          continue;
        }
        yield { kind: "call", index: found, name, arguments: event.arguments, ...(id === undefined ? {} : { id }) };
        found += 1;
      }
    }
  }
  for await (const event of events) {
    if (event.kind === "content") {
      text += event.text;
      yield* translated(parser.feed(event.text, event.tokenIds));
    } else if (event.kind === "done") {
      yield* translated(parser.end());
      yield* restOfQuote(text.length);
      yield found > 0 && event.finish === "stop" ? { ...event, finish: "tool-calls" } : event;
    } else yield event;
  }
}
