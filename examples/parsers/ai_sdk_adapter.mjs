// Adapter between mcpcheck's parser line protocol and @ai-sdk-tool/parser (https://www.npmjs.com/package/@ai-sdk-tool/parser).
//
//   npm install @ai-sdk-tool/parser
//   npx mcpcheck run parser --command 'node examples/parsers/ai_sdk_adapter.mjs'
//
// As in the AI SDK, one chunk takes the path of generateText and several take that of streamText. The library leaves
// reasoning to middlewares that run before it, so that answers say nothing of reasoning.
import { StringDecoder } from "node:string_decoder";
import { hermesProtocol, qwen3CoderProtocol } from "@ai-sdk-tool/parser";

const formats = {
  hermes: () => hermesProtocol(),
  "qwen2.5": () => hermesProtocol(),
  granite4: () => hermesProtocol(),
  longcat: () => hermesProtocol({ toolCallStart: "<longcat_tool_call>", toolCallEnd: "</longcat_tool_call>" }),
  "qwen3-coder": () => qwen3CoderProtocol(),
};

function toolsOf(request) {
  return (request.tools ?? []).map((tool) => {
    const { name, parameters, inputSchema } = tool.function ?? tool;
    return { type: "function", name, inputSchema: parameters ?? inputSchema };
  });
}

function piecesOf({ chunks, input }) {
  if (Array.isArray(chunks)) return chunks;
  if (chunks === "bytes") {
    const decoder = new TextDecoder();
    return [...Array.from(new TextEncoder().encode(input), (byte) => decoder.decode(Uint8Array.of(byte), { stream: true })), decoder.decode()];
  }
  return Array.from({ length: Math.ceil(input.length / chunks) }, (_, at) => input.slice(at * chunks, (at + 1) * chunks));
}

function whole(protocol, text, tools) {
  const parts = protocol.parseGeneratedText({ text, tools, options: {} });
  return {
    content: parts.map((part) => (part.type === "text" ? part.text : "")).join(""),
    calls: parts.filter((part) => part.type === "tool-call").map((part) => ({ name: part.toolName, arguments: part.input })),
  };
}

async function streamed(protocol, pieces, tools) {
  const parser = protocol.createStreamParser({ tools, options: {} });
  const writer = parser.writable.getWriter();
  const fed = (async () => {
    for (const delta of pieces) await writer.write({ type: "text-delta", id: "1", delta });
    await writer.write({ type: "finish", finishReason: "stop", usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 } });
    await writer.close();
  })();
  let content = "";
  const calls = [];
  const deltas = [];
  const indexOf = new Map();
  for await (const part of parser.readable) {
    if (part.type === "text-delta") content += part.delta;
    if (part.type === "tool-input-start") {
      indexOf.set(part.id, indexOf.size);
      deltas.push({ index: indexOf.get(part.id), name: part.toolName });
    }
    if (part.type === "tool-input-delta") deltas.push({ index: indexOf.get(part.id), arguments: part.delta });
    if (part.type === "tool-call") calls.push({ name: part.toolName, arguments: part.input });
  }
  await fed;
  return { content, calls, deltas };
}

async function answer(request) {
  const make = formats[request.format];
  if (make === undefined) return { unsupported: true };
  const tools = toolsOf(request);
  const pieces = piecesOf(request);
  return pieces.length === 1 ? whole(make(), pieces[0], tools) : streamed(make(), pieces, tools);
}

let rest = "";
const decoder = new StringDecoder("utf8");
for await (const bytes of process.stdin) {
  const lines = (rest + decoder.write(bytes)).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) await serve(line);
}

async function serve(line) {
  const request = JSON.parse(line);
  const result = await answer(request).catch((error) => ({
    content: "",
    calls: [],
    diagnostics: [{ code: "malformed", message: String(error) }],
  }));
  process.stdout.write(`${JSON.stringify({ id: request.id, ...result })}\n`);
}
