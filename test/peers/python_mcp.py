"""A server as people write them with the `mcp` package from PyPI, over stdio."""

from mcp.server.mcpserver import MCPServer
from mcp.types import ToolAnnotations

server = MCPServer("peer-python-mcp")


@server.tool(annotations=ToolAnnotations(readOnlyHint=True))
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@server.resource("peer://readme")
def readme() -> str:
    """A text to read."""
    return "hello"


@server.prompt()
def greet(name: str) -> str:
    """Greets somebody."""
    return f"Say hello to {name}"


if __name__ == "__main__":
    server.run(transport="stdio")
