// A host in a few lines: the AI SDK with the MCP servers of a configuration file. argv: config, model URL, model, prompt.
const { readFileSync } = require("node:fs");
const { generateText, stepCountIs } = require("ai");
const { createMCPClient } = require("@ai-sdk/mcp");
const { StdioMCPTransport } = require("@ai-sdk/mcp/mcp-stdio");
const { createOpenAICompatible } = require("@ai-sdk/openai-compatible");

async function main([config, url, model, prompt]) {
  const clients = [];
  const tools = {};
  for (const [name, { type, ...entry }] of Object.entries(JSON.parse(readFileSync(config, "utf8")).mcpServers)) {
    const transport = entry.command ? new StdioMCPTransport(entry) : { ...entry, type: type === "sse" ? "sse" : "http" };
    try {
      const client = await createMCPClient({ transport });
      clients.push(client);
      Object.assign(tools, await client.tools());
    } catch (error) {
      console.error(`${name}: ${error.message}`);
    }
  }
  const provider = createOpenAICompatible({ name: "fake", baseURL: `${url}/v1`, apiKey: "none" });
  try {
    console.log((await generateText({ model: provider(model), tools, prompt, stopWhen: stepCountIs(20) })).text);
  } finally {
    for (const client of clients) await client.close();
  }
}

void main(process.argv.slice(2));
