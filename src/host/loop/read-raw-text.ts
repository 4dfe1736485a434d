import type { ModelEvent, ModelTool } from "../../model/model-backend.ts";
import type { ParserEvent } from "../../toolcall/event.ts";
import type { ToolCallFormat } from "../../toolcall/format.ts";
import { createToolCallParser } from "../../toolcall/parser.ts";
import { withReasoningPairs } from "./with-reasoning-pairs.ts";

/**
 * Reads calls out of what a model wrote as plain text. Markup of calls never goes out as content, however it is cut; what turns
 * out to be no call does. Calls the server found itself pass through. Rows B0-226, B1-044 to B1-047, B3-023, B3-058.
 */
export async function* readRawText(
  events: AsyncIterable<ModelEvent>,
  format: ToolCallFormat,
  tools: readonly ModelTool[],
  contentFilter: boolean,
): AsyncIterable<ModelEvent> {
  // Without the filter a call counts wherever it stands, in reasoning and in code fences too.
  const policy = contentFilter ? {} : { policy: { fence: "none", toolInside: "endsReasoning" } as const };
  const parser = createToolCallParser(contentFilter ? withReasoningPairs(format) : format, {
    tools,
    unparsed: "text",
    ...policy,
  });
  const open = new Map<number, { readonly name: string; readonly id: string | undefined }>();
  let found = 0;
  function* translated(parsed: readonly ParserEvent[]): Iterable<ModelEvent> {
    for (const event of parsed) {
      if (event.type === "text") yield { kind: "content", text: event.text };
      else if (event.type === "reasoning") yield { kind: "reasoning", text: event.text };
      else if (event.type === "call-start") open.set(event.index, { name: event.name, id: event.id });
      else if (event.type === "call-end") {
        const { name = "", id = event.id } = open.get(event.index) ?? {};
        yield { kind: "call", index: found, name, arguments: event.arguments, ...(id === undefined ? {} : { id }) };
        found += 1;
      }
    }
  }
  for await (const event of events) {
    if (event.kind === "content") yield* translated(parser.feed(event.text, event.tokenIds));
    else if (event.kind === "done") {
      yield* translated(parser.end());
      yield found > 0 && event.finish === "stop" ? { ...event, finish: "tool-calls" } : event;
    } else yield event;
  }
}
