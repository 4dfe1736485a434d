// A server on @modelcontextprotocol/server 2.x. `mcpcheck explain` shows its regions as ways to fix what a check found.
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";

function makeServer() {
  // #region server-info
  const server = new McpServer({ name: "fixes-typescript-v2", version: "1.0.0" });
  // #endregion

  // #region definition
  server.registerTool(
    "upper",
    {
      title: "Upper case",
      description: "Writes a text in capitals",
      inputSchema: z.object({ text: z.string().describe("the text to write in capitals") }),
      annotations: { readOnlyHint: true },
    },
    async ({ text }) => ({ content: [{ type: "text", text: text.toUpperCase() }] }),
  );
  // #endregion

  // #region failure
  server.registerTool(
    "divide",
    {
      description: "Divides one number by another",
      inputSchema: z.object({ a: z.number().describe("what is divided"), b: z.number().describe("what it is divided by") }),
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
  server.registerTool(
    "measure",
    {
      description: "Says how long a text is",
      inputSchema: z.object({ text: z.string().describe("the text to measure") }),
      outputSchema: z.object({ characters: z.number() }),
      annotations: { readOnlyHint: true },
    },
    async ({ text }) => {
      const measured = { characters: text.length };
      return { structuredContent: measured, content: [{ type: "text", text: JSON.stringify(measured) }] };
    },
  );
  // #endregion

  // #region progress
  server.registerTool(
    "count",
    {
      description: "Counts up to a number",
      inputSchema: z.object({ to: z.int().min(1).max(100).describe("the last number") }),
      annotations: { readOnlyHint: true },
    },
    async ({ to }, { mcpReq: { _meta: meta, signal, notify } }) => {
      const progressToken = meta?.progressToken;
      for (let progress = 1; progress <= to && !signal.aborted; progress++) {
        if (progressToken === undefined) continue;
        await notify({ method: "notifications/progress", params: { progressToken, progress, total: to } });
      }
      return { content: [{ type: "text", text: `counted to ${to}` }] };
    },
  );
  // #endregion

  return server;
}

// #region logs
// Standard output is for messages of the protocol alone.
console.error("ready");
// #endregion

serveStdio(makeServer);
