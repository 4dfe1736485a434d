// Reads the calls of one family of models: a bundle holds what reads this format, and no other.
import { collectEvents, format, parseToolCalls, renderToolCalls, toolCallStream } from "mcpcheck/toolcall/qwen3-coder";

const text = renderToolCalls([{ name: "search", arguments: { query: "cats" } }], { content: "One moment." });
console.log(format.id, parseToolCalls(text).calls);

// As it comes in a response of a model, piece by piece.
const pieces = new Response(text).body.pipeThrough(toolCallStream());
const events = [];
for await (const event of pieces) events.push(event);
console.log(collectEvents(events).content.trim());
