"""A server on the package mcp 2.x. `mcpcheck explain` shows its regions as ways to fix what a check found."""

import logging
import sys
from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.exceptions import MCPError
from mcp.types import INVALID_PARAMS, ToolAnnotations
from pydantic import BaseModel, Field


# #region unknown-name
class Server(MCPServer):
    """MCPServer makes a result with isError of every failure, of an unknown name too. Here they are told apart."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Context | None = None):
        if name not in {tool.name for tool in await self.list_tools()}:
            raise MCPError(INVALID_PARAMS, f"Unknown tool: {name}")
        return await super().call_tool(name, arguments, context)


# #endregion

# #region server-info
server = Server("fixes-python-mcp", version="1.0.0")
# #endregion


# #region definition
@server.tool(title="Upper case", annotations=ToolAnnotations(readOnlyHint=True))
def upper(text: Annotated[str, Field(description="the text to write in capitals")]) -> str:
    """Writes a text in capitals."""
    return text.upper()


# #endregion


# #region failure
@server.tool(annotations=ToolAnnotations(readOnlyHint=True))
def divide(
    a: Annotated[float, Field(description="what is divided")],
    b: Annotated[float, Field(description="what it is divided by")],
) -> float:
    """Divides one number by another."""
    if b == 0:
        # It becomes a result with isError, which reaches the model: it can try again with something else.
        raise ToolError("b must not be 0")
    return a / b


# #endregion


# #region structured
class Measured(BaseModel):
    characters: int


@server.tool(annotations=ToolAnnotations(readOnlyHint=True))
def measure(text: Annotated[str, Field(description="the text to measure")]) -> Measured:
    """Says how long a text is."""
    return Measured(characters=len(text))


# #endregion


# #region progress
@server.tool(annotations=ToolAnnotations(readOnlyHint=True))
async def count(to: Annotated[int, Field(description="the last number", ge=1, le=100)], ctx: Context) -> str:
    """Counts up to a number."""
    for number in range(1, to + 1):
        await ctx.report_progress(number, to)
    return f"counted to {to}"


# #endregion


# #region logs
# Standard output is for messages of the protocol alone.
logging.basicConfig(stream=sys.stderr)
logging.getLogger("fixes").warning("ready")
# #endregion

if __name__ == "__main__":
    server.run(transport="stdio")
