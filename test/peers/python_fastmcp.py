"""A server as people write them with FastMCP from PyPI, over stdio."""

from fastmcp import FastMCP

server = FastMCP("peer-fastmcp")


@server.tool(annotations={"readOnlyHint": True})
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@server.resource("peer://readme")
def readme() -> str:
    """A text to read."""
    return "hello"


@server.prompt
def greet(name: str) -> str:
    """Greets somebody."""
    return f"Say hello to {name}"


if __name__ == "__main__":
    server.run(transport="stdio", show_banner=False)
