// Tests of programs that talk to a model and to an MCP server by fetch, without a port: msw answers in their place.
// In a browser the same handlers go into setupWorker of "msw/browser".
import { calls, mcpHandlers, modelHandlers, says } from "mcpcheck/msw";
import { setupServer } from "msw/node";

const model = modelHandlers(calls("weather", { city: "Bern" }).then(says("It rains.")), {
  api: "openai",
  baseUrl: "https://api.openai.com/v1",
});
const weather = {
  tools: [{ name: "weather", inputSchema: { type: "object" }, answers: { content: [{ type: "text", text: "rain" }] } }],
};
const server = mcpHandlers(weather, { url: "https://weather.example/mcp", revision: "2026-07-28" });
const network = setupServer(...model, ...server);
network.listen({ onUnhandledRequest: "error" });

const post = async (url, body, headers = {}) => {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify(body),
  });
  return await answer.json();
};

// What the program under test would do.
const messages = [{ role: "user", content: "Does it rain?" }];
const tools = [{ type: "function", function: { name: "weather", parameters: { type: "object" } } }];
const { choices } = await post("https://api.openai.com/v1/chat/completions", { model: "any", messages, tools });
const { name, arguments: args } = choices[0].message.tool_calls[0].function;
const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "example", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const { result } = await post(
  "https://weather.example/mcp",
  { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: JSON.parse(args), _meta: meta } },
  { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name },
);
console.log(result.content);

// What the test looks at.
console.log(server.received("tools/call").map(({ params }) => params.arguments));
console.log(model.requests.map(({ path, outcome }) => `${path} ${outcome}`));
network.close();
