// A mock MCP server in a test: reached over HTTP here, and it knows afterwards what it was sent.
import { mockTransport, startMockServer } from "mcpcheck/mock";

const server = await startMockServer(
  { tools: [{ name: "weather", inputSchema: { type: "object" }, answers: { content: [{ type: "text", text: "rain" }] } }] },
  { transport: "http", revision: "2026-07-28" },
);

// Here your client would be told server.url; over stdio it would start server.command with server.args.
const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "example", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const params = { name: "weather", arguments: { city: "Bern" }, _meta: envelope };
const answer = await fetch(server.url, {
  method: "POST",
  headers: {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    "MCP-Protocol-Version": "2026-07-28",
    "Mcp-Method": "tools/call",
    "Mcp-Name": "weather",
  },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
});
console.log((await answer.json()).result.content);
console.log(server.received("tools/call").map((message) => message.params.arguments));
await server.close();

// In this process, for client.connect(transport) of the TypeScript SDKs, v1 and v2.
const transport = mockTransport("echo", { revision: "2025-11-25" });
await transport.start();
await transport.send({ jsonrpc: "2.0", id: 1, method: "ping" });
while (transport.messages.length < 2) await new Promise(setImmediate);
console.log(transport.messages.map(({ from, message }) => [from, message.method ?? message.result]));
await transport.close();
