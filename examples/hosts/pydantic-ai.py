"""A host in a few lines: Pydantic AI with the MCP servers of a configuration file. argv: config, model URL, model, prompt."""
import asyncio, json, sys
from contextlib import AsyncExitStack
from fastmcp.client.transports import SSETransport, StdioTransport, StreamableHttpTransport
from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

KINDS = {"sse": SSETransport, "streamable-http": StreamableHttpTransport}

async def main(config, url, model, prompt):
    async with AsyncExitStack() as stack:
        toolsets = []
        for name, entry in json.load(open(config))["mcpServers"].items():
            transport = KINDS.get(entry.pop("type", "stdio"), StdioTransport)(**entry)
            try:
                toolset = MCPToolset(transport, id=name, init_timeout=20, read_timeout=20).prefixed(name)
                toolsets.append(await stack.enter_async_context(toolset))
            except Exception as error:
                print(f"{name}: {error}", file=sys.stderr)
        provider = OpenAIProvider(base_url=f"{url}/v1", api_key="none")
        agent = Agent(OpenAIChatModel(model, provider=provider), toolsets=toolsets)
        print((await agent.run(prompt)).output)

asyncio.run(main(*sys.argv[1:5]))
