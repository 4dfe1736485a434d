// What users write, compiled against the packed package: it need not run.
import {
  createToolCallParser,
  formatFromTokenizerConfig,
  formatOfModel,
  formats,
  McpcheckError,
  parseToolCalls,
  type ParserEvent,
  renderToolCalls,
  type ToolCallFormat,
  toolCallStream,
} from "mcpcheck/toolcall";
import * as hermes from "mcpcheck/toolcall/hermes";

const parser = createToolCallParser("hermes", { tools: [{ name: "search" }], unparsed: "withhold" });
const events: readonly ParserEvent[] = [...parser.feed("text"), ...parser.feedBytes(new Uint8Array()), ...parser.end()];
export const names: string[] = events.flatMap((event) => (event.type === "call-start" ? [event.name] : []));

export const format: ToolCallFormat | undefined = formatOfModel("qwen3-coder:30b");
export const ids: readonly string[] = formats.map(({ id }) => id);
export const text: string = renderToolCalls([{ name: "search", arguments: { q: 1 } }], format ?? "hermes", { content: "hi" });
export const calls: readonly { readonly name: string; readonly arguments: string }[] = parseToolCalls(text, "hermes").calls;
export const alone: readonly string[] = hermes.parseToolCalls(text, { markup: true }).calls.map(({ name }) => name);
export const rendered: string = hermes.renderToolCalls([{ name: "search", arguments: "{}" }], { content: hermes.format.title });
export const events1: readonly ParserEvent[] = hermes.createToolCallParser().end();
export const stream: TransformStream<string | Uint8Array, ParserEvent> = hermes.toolCallStream();
// @ts-expect-error the format is the one of the import
hermes.parseToolCalls(text, "hermes");
export const imported: ToolCallFormat = formatFromTokenizerConfig({}).format;

export async function streamed(response: Response): Promise<ParserEvent[]> {
  const all: ParserEvent[] = [];
  if (response.body === null) return all;
  for await (const event of response.body.pipeThrough(new TextDecoderStream()).pipeThrough(toolCallStream("hermes")))
    all.push(event);
  return all;
}

// @ts-expect-error a call needs a name
renderToolCalls([{ arguments: "{}" }], "hermes");
// @ts-expect-error there are two places for what cannot be read
createToolCallParser("hermes", { unparsed: "elsewhere" });

export function kindOf(error: unknown): "usage" | "subject" | "harness" | undefined {
  return error instanceof McpcheckError ? error.kind : undefined;
}
