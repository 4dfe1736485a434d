"""A host in a few lines: Agno with the MCP servers of a configuration file. argv: config, model URL, model, prompt."""
import asyncio, json, sys
from contextlib import AsyncExitStack
from agno.agent import Agent
from agno.models.openai.like import OpenAILike
from agno.tools.mcp import MCPTools
from mcp import StdioServerParameters

def tools_of(entry):
    kind = entry.pop("type", "stdio")
    if kind == "stdio":
        return MCPTools(server_params=StdioServerParameters(**entry), transport="stdio")
    return MCPTools(url=entry["url"], transport=kind, headers=entry.get("headers"))

async def main(config, url, model, prompt):
    async with AsyncExitStack() as stack:
        tools = []
        for name, entry in json.load(open(config))["mcpServers"].items():
            try:
                tools.append(await stack.enter_async_context(tools_of(entry)))
            except Exception as error:
                print(f"{name}: {error}", file=sys.stderr)
        fake = OpenAILike(id=model, base_url=f"{url}/v1", api_key="none")
        run = await Agent(model=fake, tools=tools, telemetry=False).arun(prompt)
        print(run.content)
        sys.exit(run.status.value == "ERROR")

asyncio.run(main(*sys.argv[1:5]))
