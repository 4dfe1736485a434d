"""A host in a few lines: LangChain with the MCP servers of a configuration file. argv: config, model URL, model, prompt."""
import asyncio, json, sys
from langchain.agents import create_agent
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_openai import ChatOpenAI

KINDS = {"streamable-http": "streamable_http", "sse": "sse"}

async def main(config, url, model, prompt):
    servers = json.load(open(config))["mcpServers"]
    for entry in servers.values():
        entry["transport"] = KINDS.get(entry.pop("type", "stdio"), "stdio")
    client = MultiServerMCPClient(servers)
    tools = []
    for name in servers:
        try:
            tools += await client.get_tools(server_name=name)
        except Exception as error:
            print(f"{name}: {error}", file=sys.stderr)
    agent = create_agent(ChatOpenAI(model=model, base_url=f"{url}/v1", api_key="none"), tools)
    said = await agent.ainvoke({"messages": [{"role": "user", "content": prompt}]})
    print(said["messages"][-1].text)

asyncio.run(main(*sys.argv[1:5]))
