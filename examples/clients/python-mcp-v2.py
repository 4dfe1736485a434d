"""A driver for `mcpcheck run client` around the client of the Python package mcp 2.x, in both eras:

    mcpcheck run client --transport stdio,http -- python examples/clients/python-mcp-v2.py
"""

import asyncio
import json
import os

from mcp import Client, StdioServerParameters, types
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from python_auth import auth_provider

STEPS = json.loads(os.environ["MCPCHECK_STEPS"])


def answer(what):
    return next((step for step in STEPS if step.get("answer") == what), {})


async def sample(_context, _params):
    if answer("sampling").get("refuse"):
        return types.ErrorData(code=-1, message="User rejected sampling request")
    text = types.TextContent(type="text", text=answer("sampling").get("text", "no"))
    return types.CreateMessageResult(role="assistant", model="scripted", content=text)


async def elicit(_context, _params):
    given = answer("elicitation")
    return types.ElicitResult(action=given.get("action", "decline"), content=given.get("content"))


async def list_roots(_context):
    return types.ListRootsResult(roots=[types.Root(**root) for root in answer("roots").get("roots", [])])


def server():
    url = os.environ.get("MCPCHECK_URL")
    if url is None:
        return StdioServerParameters(**json.loads(os.environ["MCPCHECK_SERVER"]))
    return streamable_http_client(url, http_client=create_mcp_http_client(auth=auth_provider(url)))


def plain(result):
    return result.model_dump(mode="json", by_alias=True, exclude_none=True)


async def pages(list_page, member):
    found, cursor = [], None
    while True:
        page = await list_page(cursor=cursor)
        found += plain(page).get(member, [])
        if page.next_cursor is None or page.next_cursor == cursor:
            return {member: found}
        cursor = page.next_cursor


async def perform(client, step):
    do = step["do"]
    lists = {
        "list-tools": ("tools", client.list_tools),
        "list-resources": ("resources", client.list_resources),
        "list-resource-templates": ("resourceTemplates", client.list_resource_templates),
        "list-prompts": ("prompts", client.list_prompts),
    }
    if do == "connect":
        await client.__aenter__()
    elif do in lists:
        member, list_page = lists[do]
        return await pages(list_page, member)
    elif do == "call-tool":
        limit = step.get("cancelAfterMs", step.get("timeoutMs"))
        return plain(await client.call_tool(step["name"], step.get("arguments", {}), limit and limit / 1000))
    elif do == "get-prompt":
        return plain(await client.get_prompt(step["name"], step.get("arguments")))
    elif do == "read-resource":
        return plain(await client.read_resource(step["uri"]))
    elif do == "complete":
        kind = types.PromptReference if step["ref"]["type"] == "ref/prompt" else types.ResourceTemplateReference
        return plain(await client.complete(kind(**step["ref"]), step["argument"]))
    elif do == "ping":
        async with asyncio.timeout(step.get("timeoutMs", 30_000) / 1000):
            await client.send_ping()
    elif do == "subscribe":
        await client.subscribe_resource(step["uri"])
    elif do == "unsubscribe":
        await client.unsubscribe_resource(step["uri"])
    elif do == "set-log-level":
        await client.set_logging_level(step["level"])
    elif do == "listen":
        await asyncio.sleep(step["ms"] / 1000)
    elif do == "close":
        await client.__aexit__(None, None, None)
    else:
        return NotImplemented
    return {}


async def main():
    client = Client(server(), sampling_callback=sample, elicitation_callback=elicit, list_roots_callback=list_roots)
    for index, step in enumerate(STEPS):
        if "do" not in step:
            continue
        report = {"step": index}
        try:
            result = await perform(client, step)
            report |= {"unsupported": True} if result is NotImplemented else {"ok": True, "result": result}
        except Exception as error:  # whatever it is, the caller got an error
            report |= {"ok": False, "error": {"code": getattr(error, "code", None), "message": str(error)}}
        print(json.dumps(report), flush=True)


asyncio.run(main())
