"""A server on fastmcp 4.x. `mcpcheck explain` shows its regions as ways to fix what a check found."""

import logging
import sys
from typing import Annotated

from fastmcp import Context, FastMCP
from fastmcp.exceptions import ToolError
from pydantic import BaseModel, Field

# #region server-info
server = FastMCP("fixes-fastmcp", version="1.0.0")
# #endregion


# #region definition
@server.tool(title="Upper case", annotations={"readOnlyHint": True})
def upper(text: Annotated[str, Field(description="the text to write in capitals")]) -> str:
    """Writes a text in capitals."""
    return text.upper()


# #endregion


# #region failure
@server.tool(annotations={"readOnlyHint": True})
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


@server.tool(annotations={"readOnlyHint": True})
def measure(text: Annotated[str, Field(description="the text to measure")]) -> Measured:
    """Says how long a text is."""
    return Measured(characters=len(text))


# #endregion


# #region progress
@server.tool(annotations={"readOnlyHint": True})
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
    server.run(transport="stdio", show_banner=False)
