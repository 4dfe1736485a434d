"""A driver for `mcpcheck run client` around the client of the Python package mcp 1.x:

    mcpcheck run client --transport stdio,http -- python examples/clients/python-mcp.py
"""

import asyncio
import json
import os
from contextlib import AsyncExitStack
from datetime import timedelta

from mcp import ClientSession, StdioServerParameters, types
from mcp.client.stdio import stdio_client
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


async def roots(_context):
    return types.ListRootsResult(roots=[types.Root(**root) for root in answer("roots").get("roots", [])])


class Driver:
    def __init__(self):
        self.stack = AsyncExitStack()
        self.session = None

    async def connect(self, _step):
        url = os.environ.get("MCPCHECK_URL")
        if url is None:
            server = StdioServerParameters(**json.loads(os.environ["MCPCHECK_SERVER"]))
            streams = await self.stack.enter_async_context(stdio_client(server))
        else:
            http = await self.stack.enter_async_context(create_mcp_http_client(auth=auth_provider(url)))
            streams = await self.stack.enter_async_context(streamable_http_client(url, http_client=http))
        session = ClientSession(
            streams[0], streams[1], sampling_callback=sample, elicitation_callback=elicit, list_roots_callback=roots
        )
        opened = await self.stack.enter_async_context(session)
        result = await opened.initialize()
        self.session = opened
        return result

    async def pages(self, list_page, member):
        found, cursor = [], None
        while True:
            page = await list_page(params=None if cursor is None else types.PaginatedRequestParams(cursor=cursor))
            found += [one.model_dump(mode="json", by_alias=True, exclude_none=True) for one in getattr(page, member)]
            if page.nextCursor is None or page.nextCursor == cursor:
                return {member: found}
            cursor = page.nextCursor

    async def perform(self, step):
        do, session = step["do"], self.session
        if do == "connect":
            return await self.connect(step)
        if do == "list-tools":
            return await self.pages(session.list_tools, "tools")
        if do == "list-resources":
            return await self.pages(session.list_resources, "resources")
        if do == "list-resource-templates":
            return await self.pages(session.list_resource_templates, "resourceTemplates")
        if do == "list-prompts":
            return await self.pages(session.list_prompts, "prompts")
        if do == "call-tool":
            limit = step.get("cancelAfterMs", step.get("timeoutMs"))
            wait = None if limit is None else timedelta(milliseconds=limit)
            return await session.call_tool(step["name"], step.get("arguments", {}), read_timeout_seconds=wait)
        if do == "get-prompt":
            return await session.get_prompt(step["name"], step.get("arguments"))
        if do == "read-resource":
            return await session.read_resource(step["uri"])
        if do == "ping":
            async with asyncio.timeout(step.get("timeoutMs", 30_000) / 1000):
                return await session.send_ping()
        if do == "complete":
            kind = types.PromptReference if step["ref"]["type"] == "ref/prompt" else types.ResourceTemplateReference
            return await session.complete(kind(**step["ref"]), step["argument"])
        if do == "subscribe":
            return await session.subscribe_resource(step["uri"])
        if do == "unsubscribe":
            return await session.unsubscribe_resource(step["uri"])
        if do == "set-log-level":
            return await session.set_logging_level(step["level"])
        if do == "listen":
            return await asyncio.sleep(step["ms"] / 1000)
        if do == "close":
            return await self.stack.aclose()
        return NotImplemented


async def main():
    driver = Driver()
    for index, step in enumerate(STEPS):
        if "do" not in step:
            continue
        report = {"step": index}
        try:
            result = await driver.perform(step)
            if result is NotImplemented:
                report["unsupported"] = True
            else:
                dump = getattr(result, "model_dump", lambda **_: result or {})
                report |= {"ok": True, "result": dump(mode="json", by_alias=True, exclude_none=True)}
        except Exception as error:  # whatever it is, the caller got an error
            report |= {"ok": False, "error": {"code": getattr(getattr(error, "error", None), "code", None), "message": str(error)}}
        print(json.dumps(report), flush=True)
    await driver.stack.aclose()


asyncio.run(main())
