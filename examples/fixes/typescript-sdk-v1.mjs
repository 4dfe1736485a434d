// A server on @modelcontextprotocol/sdk 1.x. `mcpcheck explain` shows its regions as ways to fix what a check found.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";

// #region server-info
const server = new McpServer({ name: "fixes-typescript-v1", version: "1.0.0" });
// #endregion

// #region definition
const upper = server.registerTool(
  "upper",
  {
    title: "Upper case",
    description: "Writes a text in capitals",
    inputSchema: { text: z.string().describe("the text to write in capitals") },
    annotations: { readOnlyHint: true },
  },
  async ({ text }) => ({ content: [{ type: "text", text: text.toUpperCase() }] }),
);
// #endregion

// #region failure
const divide = server.registerTool(
  "divide",
  {
    description: "Divides one number by another",
    inputSchema: { a: z.number().describe("what is divided"), b: z.number().describe("what it is divided by") },
    annotations: { readOnlyHint: true },
  },
  async ({ a, b }) => {
    // A result with isError reaches the model, which can try again with something else.
    if (b === 0) return { isError: true, content: [{ type: "text", text: "b must not be 0" }] };
    return { content: [{ type: "text", text: String(a / b) }] };
  },
);
// #endregion

// #region structured
const measure = server.registerTool(
  "measure",
  {
    description: "Says how long a text is",
    inputSchema: { text: z.string().describe("the text to measure") },
    outputSchema: { characters: z.number() },
    annotations: { readOnlyHint: true },
  },
  async ({ text }) => {
    const measured = { characters: text.length };
    return { structuredContent: measured, content: [{ type: "text", text: JSON.stringify(measured) }] };
  },
);
// #endregion

// #region progress
const count = server.registerTool(
  "count",
  {
    description: "Counts up to a number",
    inputSchema: { to: z.int().min(1).max(100).describe("the last number") },
    annotations: { readOnlyHint: true },
  },
  async ({ to }, { signal, _meta, sendNotification }) => {
    const progressToken = _meta?.progressToken;
    for (let progress = 1; progress <= to && !signal.aborted; progress++) {
      if (progressToken === undefined) continue;
      await sendNotification({ method: "notifications/progress", params: { progressToken, progress, total: to } });
    }
    return { content: [{ type: "text", text: `counted to ${to}` }] };
  },
);
// #endregion

// #region unknown-name
// McpServer makes a result with isError of every failure, of an unknown name too. A handler of your own, set after the tools are
// registered, can tell them apart.
const tools = new Map(Object.entries({ upper, divide, measure, count }));
server.server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
  const tool = tools.get(params.name);
  if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
  const given = tool.inputSchema.safeParse(params.arguments ?? {});
  if (!given.success) return { isError: true, content: [{ type: "text", text: z.prettifyError(given.error) }] };
  return tool.handler(given.data, extra);
});
// #endregion

// #region logs
// Standard output is for messages of the protocol alone.
console.error("ready");
// #endregion

await server.connect(new StdioServerTransport());
