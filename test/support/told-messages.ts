import type { ToolCallFormat } from "../../src/toolcall/format.ts";
import { formatById } from "../../src/toolcall/formats/registry.ts";
import type { ParserOptions } from "../../src/toolcall/parser.ts";
import { readBothWays } from "./both-ways.ts";

/** The format with this id. */
export function knownFormat(id: string): ToolCallFormat {
  const found = formatById(id);
  if (found === undefined) throw new Error(`no format ${id}`);
  return found;
}

/** What a row says of a message; the rest is empty. */
export type Told = {
  readonly content?: string;
  readonly reasoning?: string;
  readonly calls?: readonly string[];
  readonly diagnostics?: readonly string[];
};

/** What a message tells, whole and unit by unit; diagnostics with the text concerned. */
export function told(id: string | ToolCallFormat, input: string, options: ParserOptions = {}): Told {
  const { content, reasoning, calls, diagnostics } = readBothWays(typeof id === "string" ? knownFormat(id) : id, input, options);
  return {
    content,
    reasoning,
    calls: calls.map(({ name, arguments: text }) => name + text),
    diagnostics: diagnostics.map(({ code, message, raw }) => `${code}: ${message}${raw === undefined ? "" : ` [${raw}]`}`),
  };
}

/** A message that tells nothing. */
export const nothing = { content: "", reasoning: "", calls: [], diagnostics: [] };
/** A marker that closes nothing was dropped. */
export const stray = (marker: string): string => `stray-marker: ${marker} closes nothing [${marker}]`;
/** Text behind the end of the turn was dropped. */
export const trailing = (text: string): string => `trailing-data: text after the end of the turn [${text}]`;
/** A section was not closed. */
export const unclosed = "unclosed: the closing marker of a section is missing";

/** A call of Hermes. */
export const hermes = '<tool_call>{"name": "f", "arguments": {}}</tool_call>';
/** A call of Kimi K2. */
export const kimi = "<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{}<|tool_call_end|>";
/** The markers of a section of Kimi K2. */
export const [kimiOpen, kimiClose] = ["<|tool_calls_section_begin|>", "<|tool_calls_section_end|>"];
/** A call of Command A. */
export const command = '<|START_ACTION|>[{"tool_name": "f", "parameters": {}}]<|END_ACTION|>';
/** A call of Solar Open. */
export const solar = "<|tool_call:begin|>a1<|tool_call:name|>f<|tool_call:args|>{}<|tool_call:end|>";
/** A call of Inkling. */
export const inkling = '<|content_invoke_tool_json|>{"name": "f", "args": {}}<|end_message|>';
/** Something in a Markdown fence. */
export const fenced = (call: string): string => `\`\`\`\n${call}\n\`\`\`\n`;
