import type { EngineName, ToolCallFormat } from "../../src/toolcall/format.ts";
import { type ImportedTemplate, importResponseTemplate } from "../../src/toolcall/template/import-response-template.ts";

/** Calls of JSON that holds name and arguments. */
export const jsonCalls = { open: "<call>", close: "</call>", content: "json" };
/** Calls of JSON behind a name. */
export const namedCalls = { open_pattern: String.raw`<f=(?P<name>\w+)>`, close: "</f>", content: "json" };
/** A key in the opener of its value. */
export const tagPattern = String.raw`<p=(?P<key>\w+)>(?P<value>.*?)</p>`;
/** Calls of tags. */
export const taggedCalls = { ...namedCalls, content: "xml-inline", content_args: { tag_pattern: tagPattern } };

/** What a template is imported as; it has to be importable. */
export function imported(template: unknown): ImportedTemplate {
  const result = importResponseTemplate(template);
  if ("error" in result) throw new Error(result.error);
  return result;
}

/** The format that a template with these calls is imported as; it has to be one of this engine. */
export function formatFor<E extends EngineName>(engine: E, toolCalls: object): ToolCallFormat<E> {
  const { format } = imported({ fields: { tool_calls: toolCalls } });
  if (format.engine !== engine) throw new Error(`read as ${format.engine}`);
  return format as ToolCallFormat<E>;
}
