// A server as people write them with the v2 line of the TypeScript SDK, both eras; stdio, or Streamable HTTP with `http`.
import { createServer } from "node:http";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";

function makeServer() {
  const server = new McpServer({ name: "peer-sdk-v2", version: "1.0.0" }, { instructions: "A peer for conformance runs." });
  server.registerTool(
    "add",
    {
      title: "Add",
      description: "Adds two numbers",
      inputSchema: z.object({ a: z.number().describe("first summand"), b: z.number().describe("second summand") }),
      outputSchema: z.object({ sum: z.number() }),
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
    { title: "Greet", description: "Greets somebody", argsSchema: z.object({ name: z.string() }) },
    ({ name }) => ({ messages: [{ role: "user", content: { type: "text", text: `Say hello to ${name}` } }] }),
  );
  return server;
}

if (process.argv[2] === "http") {
  const handler = createMcpHandler(makeServer);
  const listener = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const controller = new AbortController();
    response.on("close", () => controller.abort());
    const answer = await handler.fetch(
      new Request(`http://${request.headers.host}${request.url}`, {
        method: request.method,
        headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        body: chunks.length > 0 ? Buffer.concat(chunks) : undefined,
        signal: controller.signal,
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body !== null) for await (const chunk of answer.body) response.write(chunk);
    response.end();
  });
  listener.listen(0, "127.0.0.1", () =>
    console.log(JSON.stringify({ listening: `http://127.0.0.1:${listener.address().port}/mcp` })),
  );
} else {
  serveStdio(makeServer);
}
