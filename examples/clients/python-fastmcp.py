"""A driver for `mcpcheck run client` around the client of the Python package fastmcp 4.x, in both eras:

mcpcheck run client --transport stdio,http -- python examples/clients/python-fastmcp.py
"""

import asyncio
import json
import os

from fastmcp import Client
from fastmcp.client.auth import ClientCredentialsOAuthProvider, OAuth, PrivateKeyJWTOAuthProvider
from fastmcp.client.elicitation import ElicitResult
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport
from mcp.types import PromptReference, ResourceTemplateReference
from python_auth import CONTEXT, WANTED, ConsentingUser, signed_assertions

STEPS = json.loads(os.environ["MCPCHECK_STEPS"])


def answer(what):
    return next((step for step in STEPS if step.get("answer") == what), {})


async def sample(_messages, _params, _context):
    return answer("sampling").get("text", "no")


async def elicit(_message, _response_type, _params, _context):
    given = answer("elicitation")
    return ElicitResult(action=given.get("action", "decline"), content=given.get("content"))


class Consent(OAuth):
    """OAuth of the library, but for the browser and what waits for it."""

    user = ConsentingUser()
    redirect_handler = user.redirect
    callback_handler = user.callback


def auth():
    if not WANTED:
        return None
    own = {name: CONTEXT[name] for name in ("client_id", "client_secret") if name in CONTEXT}
    if CONTEXT.get("grant_type") != "client_credentials":
        return Consent(**own, client_metadata_url=CONTEXT.get("client_metadata_url"), callback_port=39124)
    own["issuer"] = CONTEXT["issuer"]
    if "private_key_pem" in CONTEXT:
        return PrivateKeyJWTOAuthProvider(**own, assertion_provider=signed_assertions())
    return ClientCredentialsOAuthProvider(**own)


def transport():
    url = os.environ.get("MCPCHECK_URL")
    if url is not None:
        return StreamableHttpTransport(url, auth=auth())
    server = json.loads(os.environ["MCPCHECK_SERVER"])
    return StdioTransport(server["command"], server["args"], keep_alive=False)


def plain(value):
    if isinstance(value, list):
        return [plain(one) for one in value]
    return value.model_dump(mode="json", by_alias=True, exclude_none=True) if hasattr(value, "model_dump") else value


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
        member, list_all = lists[do]
        return {member: plain(await list_all())}
    elif do == "call-tool":
        limit = step.get("cancelAfterMs", step.get("timeoutMs"))
        return await client.call_tool_mcp(step["name"], step.get("arguments", {}), timeout=limit and limit / 1000)
    elif do == "get-prompt":
        return await client.get_prompt_mcp(step["name"], step.get("arguments"))
    elif do == "read-resource":
        return await client.read_resource_mcp(step["uri"])
    elif do == "set-log-level":
        await client.set_logging_level(step["level"])
    elif do == "ping":
        async with asyncio.timeout(step.get("timeoutMs", 30_000) / 1000):
            await client.ping()
    elif do == "complete":
        kind = PromptReference if step["ref"]["type"] == "ref/prompt" else ResourceTemplateReference
        return await client.complete_mcp(kind(**step["ref"]), step["argument"])
    elif do == "subscribe":
        await client.session.subscribe_resource(step["uri"])
    elif do == "unsubscribe":
        await client.session.unsubscribe_resource(step["uri"])
    elif do == "set-roots":
        client.set_roots([root["uri"] for root in step["roots"]])
        await client.send_roots_list_changed()
    elif do == "listen":
        await asyncio.sleep(step["ms"] / 1000)
    elif do == "close":
        await client.__aexit__(None, None, None)
    else:
        return NotImplemented
    return {}


async def main():
    roots = [root["uri"] for root in answer("roots").get("roots", [])]
    client = Client(transport(), roots=roots, sampling_handler=sample, elicitation_handler=elicit)
    for index, step in enumerate(STEPS):
        if "do" not in step:
            continue
        report = {"step": index}
        try:
            result = await perform(client, step)
            report |= {"unsupported": True} if result is NotImplemented else {"ok": True, "result": plain(result)}
        except Exception as error:  # whatever it is, the caller got an error
            report |= {"ok": False, "error": {"code": getattr(error, "code", None), "message": str(error)}}
        print(json.dumps(report), flush=True)


asyncio.run(main())
