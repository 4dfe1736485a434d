// A host in a few lines: Mastra with the MCP servers of a configuration file. argv: config, model URL, model, prompt.
const { readFileSync } = require("node:fs");
const { MCPClient } = require("@mastra/mcp");
const { Agent } = require("@mastra/core/agent");
const { createOpenAICompatible } = require("@ai-sdk/openai-compatible");

const entryOf = ({ url, headers, type: _type, ...entry }) =>
  url === undefined ? entry : { ...entry, url: new URL(url), requestInit: { headers } };

async function main([config, url, model, prompt]) {
  const written = Object.entries(JSON.parse(readFileSync(config, "utf8")).mcpServers);
  const mcp = new MCPClient({
    servers: Object.fromEntries(written.map(([name, entry]) => [name, entryOf(entry)])),
    timeout: 20_000,
  });
  try {
    const provider = createOpenAICompatible({ name: "fake", baseURL: `${url}/v1`, apiKey: "none" });
    const agent = new Agent({
      id: "host",
      name: "host",
      instructions: "Be brief.",
      model: provider(model),
      tools: await mcp.listTools(),
    });
    console.log((await agent.generate(prompt, { maxSteps: 20 })).text);
  } finally {
    await mcp.disconnect();
  }
}

void main(process.argv.slice(2));
