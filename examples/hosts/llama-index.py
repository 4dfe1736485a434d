"""A host in a few lines: LlamaIndex with the MCP servers of a configuration file. argv: config, model URL, model, prompt."""
import asyncio, json, sys
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.llms.openai_like import OpenAILike
from llama_index.tools.mcp import BasicMCPClient, McpToolSpec

def client_of(entry):
    if "url" in entry:
        return BasicMCPClient(entry["url"], headers=entry.get("headers"))
    return BasicMCPClient(entry["command"], args=entry.get("args", []), env=entry.get("env"))

async def main(config, url, model, prompt):
    tools = []
    for name, entry in json.load(open(config))["mcpServers"].items():
        try:
            tools += await McpToolSpec(client=client_of(entry)).to_tool_list_async()
        except Exception as error:
            print(f"{name}: {error}", file=sys.stderr)
    llm = OpenAILike(model=model, api_base=f"{url}/v1", api_key="none", is_chat_model=True, is_function_calling_model=True)
    print(await FunctionAgent(tools=tools, llm=llm).run(prompt))

asyncio.run(main(*sys.argv[1:5]))
