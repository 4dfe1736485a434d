// A host in a few lines: LangChain.js with the MCP servers of a configuration file. argv: config, model URL, model, prompt.
const { readFileSync } = require("node:fs");
const { MultiServerMCPClient } = require("@langchain/mcp-adapters");
const { createReactAgent } = require("@langchain/langgraph/prebuilt");
const { ChatOpenAI } = require("@langchain/openai");

const entryOf = ({ type, ...entry }) => ({ ...entry, transport: entry.command ? "stdio" : type === "sse" ? "sse" : "http" });

async function main([config, url, model, prompt]) {
  const written = Object.entries(JSON.parse(readFileSync(config, "utf8")).mcpServers);
  const mcpServers = Object.fromEntries(written.map(([name, entry]) => [name, entryOf(entry)]));
  const client = new MultiServerMCPClient({ mcpServers, onConnectionError: "ignore", defaultToolTimeout: 20_000 });
  try {
    const llm = new ChatOpenAI({ model, apiKey: "none", configuration: { baseURL: `${url}/v1` } });
    const agent = createReactAgent({ llm, tools: await client.getTools() });
    const { messages } = await agent.invoke({ messages: [{ role: "user", content: prompt }] });
    console.log(messages.at(-1).content);
  } finally {
    await client.close();
  }
}

void main(process.argv.slice(2));
