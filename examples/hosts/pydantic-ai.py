"""A host in a few lines: Pydantic AI with the MCP servers of a configuration file. argv: config, model URL, model, prompt."""
import asyncio, sys
from contextlib import AsyncExitStack
from pydantic_ai import Agent
from pydantic_ai.mcp import load_mcp_toolsets
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

async def main(config, url, model, prompt):
    async with AsyncExitStack() as stack:
        toolsets = []
        for toolset in load_mcp_toolsets(config):
            try:
                toolsets.append(await stack.enter_async_context(toolset))
            except Exception as error:
                print(f"{toolset.label}: {error}", file=sys.stderr)
        provider = OpenAIProvider(base_url=f"{url}/v1", api_key="none")
        agent = Agent(OpenAIChatModel(model, provider=provider), toolsets=toolsets)
        print((await agent.run(prompt)).output)

asyncio.run(main(*sys.argv[1:5]))
