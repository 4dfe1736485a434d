"""A host in a few lines: Strands Agents with the MCP servers of a configuration file. argv: config, model URL, model, prompt."""
import json, sys
from contextlib import ExitStack
from mcp import StdioServerParameters, stdio_client
from mcp.client.sse import sse_client
from strands import Agent
from strands.models.openai import OpenAIModel
from strands.tools.mcp import MCPClient

def client_of(entry):
    kind = entry.pop("type", "stdio")
    if kind == "stdio":
        return MCPClient(lambda: stdio_client(StdioServerParameters(**entry)))
    if kind == "sse":
        return MCPClient(lambda: sse_client(**entry))
    return MCPClient(**entry)

config, url, model, prompt = sys.argv[1:5]
with ExitStack() as stack:
    tools = []
    for name, entry in json.load(open(config))["mcpServers"].items():
        try:
            client = stack.enter_context(client_of(entry))
            page, seen = client.list_tools_sync(), set()
            tools += page
            while page.pagination_token and page.pagination_token not in seen:
                seen.add(page.pagination_token)
                page = client.list_tools_sync(page.pagination_token)
                tools += page
        except Exception as error:
            print(f"{name}: {error}", file=sys.stderr)
    fake = OpenAIModel(client_args={"api_key": "none", "base_url": f"{url}/v1"}, model_id=model)
    print(Agent(model=fake, tools=tools, callback_handler=None)(prompt))
