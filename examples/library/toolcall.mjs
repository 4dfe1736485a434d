// Reads the calls out of what a model wrote, whole and as it streams.
import { collectEvents, createToolCallParser, formatOfModel, parseToolCalls, renderToolCalls } from "mcpcheck/toolcall";

const text = 'One moment.\n<tool_call>\n{"name": "search", "arguments": {"query": "cats"}}\n</tool_call>';
const { content, calls } = parseToolCalls(text, "hermes");
console.log(content.trim(), calls);

// However it is cut, it reads the same.
const parser = createToolCallParser("hermes");
const events = text.split(/(?=[ "])/).flatMap((piece) => [...parser.feed(piece)]);
events.push(...parser.end());
console.log(collectEvents(events).calls);

// The format of a model, and a call as this model would write it.
const format = formatOfModel("qwen3-coder:30b");
console.log(format?.id, JSON.stringify(renderToolCalls(calls, format ?? "hermes")));
