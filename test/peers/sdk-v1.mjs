// A server as people write them with the v1 line of the TypeScript SDK; stdio, or Streamable HTTP with `http`.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import * as z from "zod";

function makeServer() {
  const server = new McpServer({ name: "peer-sdk-v1", version: "1.0.0" }, { instructions: "A peer for conformance runs." });
  server.registerTool(
    "add",
    {
      title: "Add",
      description: "Adds two numbers",
      inputSchema: { a: z.number().describe("first summand"), b: z.number().describe("second summand") },
      outputSchema: { sum: z.number() },
      annotations: { readOnlyHint: true },
    },
    async ({ a, b }) => ({
      content: [{ type: "text", text: JSON.stringify({ sum: a + b }) }],
      structuredContent: { sum: a + b },
    }),
  );
  server.registerResource("readme", "peer://readme", { title: "Readme", mimeType: "text/plain" }, async (uri) => ({
    contents: [{ uri: uri.href, mimeType: "text/plain", text: "hello" }],
  }));
  server.registerPrompt(
    "greet",
    { title: "Greet", description: "Greets somebody", argsSchema: { name: z.string() } },
    ({ name }) => ({
      messages: [{ role: "user", content: { type: "text", text: `Say hello to ${name}` } }],
    }),
  );
  return server;
}

if (process.argv[2] === "http") {
  const sessions = new Map();
  const listener = createServer(async (request, response) => {
    const id = request.headers["mcp-session-id"];
    let transport = typeof id === "string" ? sessions.get(id) : undefined;
    if (transport === undefined && id !== undefined) return response.writeHead(404).end();
    if (transport === undefined) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        onsessioninitialized: (made) => sessions.set(made, transport),
        onsessionclosed: (closed) => sessions.delete(closed),
      });
      await makeServer().connect(transport);
    }
    await transport.handleRequest(request, response);
  });
  listener.listen(0, "127.0.0.1", () =>
    console.log(JSON.stringify({ listening: `http://127.0.0.1:${listener.address().port}/mcp` })),
  );
} else {
  await makeServer().connect(new StdioServerTransport());
}
