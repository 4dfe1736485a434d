import type { DiagnosticCode, ParserEvent } from "./event.ts";
import type { ToolCallFormat } from "./format.ts";
import { createToolCallParser } from "./parser.ts";
import type { ParserOptions } from "./parser.ts";

/** A call as it was read: `arguments` is the JSON text of the argument object, number lexemes as the model wrote them. */
export interface ParsedCall {
  readonly name: string;
  readonly arguments: string;
  readonly id?: string;
}

/** A delta in the shape of the wire protocols: the name first, then fragments that add up to the arguments. */
export type CallDelta =
  | { readonly index: number; readonly name: string }
  | { readonly index: number; readonly arguments: string };

/** A diagnostic without its span. */
export interface ParsedDiagnostic {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly raw?: string;
}

/** The answer for a whole message. */
export interface ParsedMessage {
  readonly content: string;
  readonly reasoning: string;
  readonly calls: readonly ParsedCall[];
  readonly deltas: readonly CallDelta[];
  readonly diagnostics: readonly ParsedDiagnostic[];
}

/** Folds events into the answer for the message. Calls that were taken back leave nothing behind. */
export function collect(events: Iterable<ParserEvent>): ParsedMessage {
  let content = "";
  let reasoning = "";
  const calls: ParsedCall[] = [];
  const deltas: CallDelta[] = [];
  const diagnostics: ParsedDiagnostic[] = [];
  let open: { name: string; id: string | undefined; from: number } | undefined;
  for (const event of events) {
    if (event.type === "text") content += event.text;
    else if (event.type === "reasoning") reasoning += event.text;
    else if (event.type === "call-start") {
      open = { name: event.name, id: event.id, from: deltas.length };
      deltas.push({ index: event.index, name: event.name });
    } else if (event.type === "call-args") deltas.push({ index: event.index, arguments: event.fragment });
    else if (event.type === "call-end" && open !== undefined) {
      const id = event.id ?? open.id;
      calls.push({ name: open.name, arguments: event.arguments, ...(id === undefined ? {} : { id }) });
      open = undefined;
    } else if (event.type === "call-abort" && open !== undefined) {
      deltas.length = open.from;
      open = undefined;
    } else if (event.type === "diagnostic") {
      const { code, message, raw } = event;
      diagnostics.push(raw === undefined ? { code, message } : { code, message, raw });
    }
  }
  return { content, reasoning, calls, deltas, diagnostics };
}

/** Parses a whole message at once; the same code as the push parser, fed once. */
export function parseToolCalls(format: ToolCallFormat, input: string, options: ParserOptions = {}): ParsedMessage {
  const parser = createToolCallParser(format, options);
  return collect([...parser.feed(input), ...parser.end()]);
}
