"""Adapter between mcpcheck's parser line protocol and the tool-call parsers of SGLang (https://pypi.org/project/sglang/).

The parsers are pure Python; the package around them wants a GPU stack. So install the wheel alone, with the few small
libraries the parsers use, and the adapter puts empty modules in place of the rest:

    python3 -m venv .sglang
    .sglang/bin/pip install --no-deps sglang==0.5.23
    .sglang/bin/pip install pydantic orjson partial-json-parser regex msgspec
    npx mcpcheck run parser --command '.sglang/bin/python examples/parsers/sglang_adapter.py'

One chunk takes the path of a non-streaming completion, several take that of a streaming one, each with the calls that
SGLang's chat endpoint makes, the two at the end of a stream included. Reasoning parsers run before these in the server,
so that answers say nothing of reasoning.
"""

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import logging
import sys
import types

logging.disable(logging.CRITICAL)

# mcpcheck's format -> the tool-call parser as SGLang's own table names it. Left out are mistral-v3 and internlm2, whose
# parsers only know the spelling with a space between the markers, so that nearly all cases would fail for that one
# reason, and formats whose text appears in markers too, which the server takes off elsewhere (kimi-k3, gpt-oss).
FORMATS = {
    "hermes": "hermes",
    "qwen2.5": "qwen25",
    "qwen3-coder": "qwen3_coder",
    "deepseek-v3": "deepseekv3",
    "deepseek-v3.1": "deepseekv31",
    "deepseek-v3.2": "deepseekv32",
    "deepseek-v4": "deepseekv4",
    "glm4.5": "glm45",
    "glm4.7": "glm47",
    "ling3": "ling3",
    "kimi-k2": "kimi_k2",
    "llama3-json": "llama3",
    "mistral-v13": "mistral",
    "pythonic": "pythonic",
    "lfm2": "lfm2",
    "step3": "step3",
    "minimax-m2": "minimax-m2",
    "minimax-m3": "minimax-m3",
    "gigachat3": "gigachat3",
    "gemma4": "gemma4",
    "laguna": "poolside_v1",
    "minicpm5": "minicpm5",
}


class Placeholder:
    """Stands in for whatever a heavy library would offer; the parsers only name it in annotations."""

    def __init__(self, *args, **kwargs):
        self.__dict__.update(kwargs)

    def __init_subclass__(cls, **kwargs):
        pass

    def __class_getitem__(cls, item):
        return cls


class EmptyModule(types.ModuleType):
    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (Placeholder,), {})


class EmptyModules(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Serves the libraries that are not installed, and the server parts of SGLang, as empty modules."""

    heavy = ("torch", "transformers", "xgrammar", "openai", "huggingface_hub", "zmq", "triton", "numpy")
    server = ("sglang.srt.entrypoints", "sglang.srt.utils", "sglang.srt.server_args", "sglang.srt.managers")

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in self.heavy or name.startswith(self.server):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        return EmptyModule(spec.name)

    def exec_module(self, module):
        pass


def load():
    """SGLang's FunctionCallParser, without the server around it."""
    spec = importlib.util.find_spec("sglang")
    if spec is None:
        sys.exit("sglang is not installed: see the top of this file")
    sys.meta_path.insert(0, EmptyModules())
    for name in ("sglang", "sglang.srt"):
        package = types.ModuleType(name)
        package.__path__ = [str(spec.submodule_search_locations[0]) + name.removeprefix("sglang").replace(".", "/")]
        sys.modules[name] = package
    return importlib.import_module("sglang.srt.function_call.function_call_parser").FunctionCallParser


def tools_of(request):
    """The tools as the objects the parsers read: attributes name, parameters and strict."""
    described = []
    for tool in request.get("tools") or []:
        function = tool.get("function", tool)
        parameters = function.get("parameters", function.get("inputSchema"))
        described.append(
            types.SimpleNamespace(
                type="function",
                function=types.SimpleNamespace(name=function["name"], description="", parameters=parameters, strict=False),
            )
        )
    return described


def pieces_of(request):
    """The chunks of a request as strings."""
    chunks = request["chunks"]
    if isinstance(chunks, list):
        return chunks
    text = request["input"]
    if chunks == "bytes":
        return list(text)
    units = text.encode("utf-16-le")
    cut = [units[at : at + 2 * chunks] for at in range(0, len(units), 2 * chunks)]
    return whole_characters(cut)


def whole_characters(cut):
    """UTF-16 pieces as text; half a surrogate pair waits for its other half, as it does in a server."""
    pieces, held = [], b""
    for piece in cut:
        piece, held = held + piece, b""
        if piece and 0xD8 <= piece[-1] <= 0xDB:
            piece, held = piece[:-2], piece[-2:]
        pieces.append(piece.decode("utf-16-le"))
    return pieces


def answer(request, parser_class):
    name = FORMATS.get(request["format"])
    if name is None or name not in parser_class.ToolCallParserEnum:
        return {"unsupported": True}
    parser = parser_class(tools_of(request), name)
    pieces = pieces_of(request)
    return whole(parser, pieces[0]) if len(pieces) == 1 else streamed(parser, pieces)


def whole(parser, text):
    if not parser.has_tool_call(text):
        return {"content": text, "calls": []}
    content, calls = parser.parse_non_stream(text)
    return {"content": content or "", "calls": [{"name": call.name or "", "arguments": call.parameters} for call in calls]}


def streamed(parser, pieces):
    content, deltas, calls = [], [], {}

    def take(result):
        text, items = result
        content.append(text or "")
        for item in items:
            call = calls.setdefault(item.tool_index, {"name": "", "arguments": ""})
            if item.name:
                call["name"] += item.name
                deltas.append({"index": item.tool_index, "name": item.name})
            if item.parameters:
                call["arguments"] += item.parameters
                deltas.append({"index": item.tool_index, "arguments": item.parameters})

    for piece in pieces:
        if piece:
            take(parser.parse_stream_chunk(piece))
    take(parser.parse_stream_end())
    index, rest = unstreamed(parser.detector)
    if rest and index in calls:
        calls[index]["arguments"] += rest
        deltas.append({"index": index, "arguments": rest})
    answered = [{"name": call["name"], "arguments": call["arguments"] or "{}"} for _, call in sorted(calls.items())]
    return {"content": "".join(content), "calls": answered, "deltas": deltas}


def unstreamed(detector):
    """What the endpoint still sends when generation ends: the part of the last call's arguments no delta carried."""
    seen = getattr(detector, "prev_tool_call_arr", None) or []
    sent = getattr(detector, "streamed_args_for_tool", None) or []
    index = len(seen) - 1
    if index < 0 or index >= len(sent):
        return index, ""
    arguments = seen[index].get("arguments", {})
    text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return index, text[len(sent[index]) :] if text.startswith(sent[index]) else ""


def main():
    parser_class = load()
    sys.stdin.reconfigure(encoding="utf-8", errors="surrogatepass")
    for line in sys.stdin:
        request = json.loads(line)
        try:
            result = answer(request, parser_class)
        except Exception as error:  # what a server would turn into an error for this message: no text, no call
            result = {"content": "", "calls": [], "diagnostics": [{"code": "malformed", "message": f"{type(error).__name__}: {error}"}]}
        print(json.dumps({"id": request["id"], **result}), flush=True)


if __name__ == "__main__":
    main()
