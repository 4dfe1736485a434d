"""A host in a few lines: openai-agents with the MCP servers of a configuration file. argv: config, model URL, model, prompt."""
import asyncio, json, sys
from contextlib import AsyncExitStack
from agents import Agent, OpenAIChatCompletionsModel, RunConfig, Runner, set_tracing_disabled
from agents.mcp import MCPServerSse, MCPServerStdio, MCPServerStreamableHttp
from openai import AsyncOpenAI

KINDS = {"streamable-http": MCPServerStreamableHttp, "sse": MCPServerSse}

async def main(config, url, model, prompt):
    set_tracing_disabled(True)
    async with AsyncExitStack() as stack:
        servers = []
        for name, entry in json.load(open(config))["mcpServers"].items():
            kind = KINDS.get(entry.pop("type", "stdio"), MCPServerStdio)
            try:
                servers.append(await stack.enter_async_context(kind(name=name, params=entry)))
            except Exception as error:
                print(f"{name}: {error}", file=sys.stderr)
        client = AsyncOpenAI(base_url=f"{url}/v1", api_key="none")
        agent = Agent(name="host", mcp_servers=servers, model=OpenAIChatCompletionsModel(model=model, openai_client=client))
        told = RunConfig(tool_not_found_behavior="return_error_to_model")
        print((await Runner.run(agent, prompt, run_config=told)).final_output)

asyncio.run(main(*sys.argv[1:5]))
