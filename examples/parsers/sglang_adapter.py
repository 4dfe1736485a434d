"""Adapter between mcpcheck's parser line protocol and the tool-call parsers of SGLang (https://pypi.org/project/sglang/).

The parsers are pure Python; the package around them wants a GPU stack. So install the wheel alone, with the few small
libraries the parsers use, and the adapter puts empty modules in place of the rest:

    python3 -m venv .sglang
    .sglang/bin/pip install --no-deps sglang==0.5.23
    .sglang/bin/pip install pydantic orjson partial-json-parser regex msgspec
    npx mcpcheck run parser --command '.sglang/bin/python examples/parsers/sglang_adapter.py'

Like SGLang's server, one chunk takes the non-streaming path and several take the streaming one, and the reasoning
parser runs before the tool-call parser.
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

# mcpcheck's format -> (tool-call parser, reasoning parser) as SGLang's own tables name them.
FORMATS = {
    "hermes": ("hermes", "qwen3"),
    "qwen2.5": ("qwen25", "qwen3"),
    "qwen3-coder": ("qwen3_coder", "qwen3"),
    "deepseek-v3": ("deepseekv3", "deepseek-v3"),
    "deepseek-v3.1": ("deepseekv31", "deepseek-v3"),
    "deepseek-v3.2": ("deepseekv32", "deepseek-v3"),
    "deepseek-v4": ("deepseekv4", "deepseek-v4"),
    "glm4.5": ("glm45", "glm45"),
    "glm4.7": ("glm47", "glm45"),
    "ling3": ("ling3", "qwen3"),
    "kimi-k2": ("kimi_k2", "kimi_k2"),
    "kimi-k3": ("kimi_k3", None),
    "llama3-json": ("llama3", None),
    "mistral-v3": ("mistral", None),
    "mistral-v13": ("mistral", "mistral"),
    "pythonic": ("pythonic", None),
    "lfm2": ("lfm2", "qwen3"),
    "step3": ("step3", "step3"),
    "minimax-m2": ("minimax-m2", "minimax"),
    "minimax-m3": ("minimax-m3", "minimax-m3"),
    "internlm2": ("interns1", None),
    "gigachat3": ("gigachat3", None),
    "gemma4": ("gemma4", "gemma4"),
    "laguna": ("poolside_v1", "poolside_v1"),
    "minicpm5": ("minicpm5", "qwen3"),
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
    """The two tables of parsers: tool calls and reasoning."""
    spec = importlib.util.find_spec("sglang")
    if spec is None:
        sys.exit("sglang is not installed: see the top of this file")
    sys.meta_path.insert(0, EmptyModules())
    for name in ("sglang", "sglang.srt"):
        package = types.ModuleType(name)
        package.__path__ = [str(spec.submodule_search_locations[0]) + name.removeprefix("sglang").replace(".", "/")]
        sys.modules[name] = package
    calls = importlib.import_module("sglang.srt.function_call.function_call_parser").FunctionCallParser
    reasoning = importlib.import_module("sglang.srt.parser.reasoning_parser").ReasoningParser
    return calls.ToolCallParserEnum, reasoning.DetectorMap


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


def answer(request, calls_table, reasoning_table):
    names = FORMATS.get(request["format"])
    if names is None or names[0] not in calls_table:
        return {"unsupported": True}
    tools = tools_of(request)
    detector = calls_table[names[0]]()
    thinker = make_thinker(reasoning_table, names[1], request.get("prefix") or "")
    pieces = pieces_of(request)
    return whole(detector, thinker, pieces[0], tools) if len(pieces) == 1 else streamed(detector, thinker, pieces, tools)


def make_thinker(table, name, prefix):
    if name not in table:
        return None
    started = prefix.rfind("<think>") > prefix.rfind("</think>")
    try:
        return table[name](stream_reasoning=True, force_reasoning=started)
    except TypeError:
        return table[name]()


def whole(detector, thinker, text, tools):
    reasoning = ""
    if thinker is not None:
        parsed = thinker.detect_and_parse(text)
        reasoning, text = parsed.reasoning_text or "", parsed.normal_text or ""
    if not detector.has_tool_call(text):
        return {"content": text, "reasoning": reasoning, "calls": []}
    parsed = detector.detect_and_parse(text, tools)
    calls = [{"name": call.name or "", "arguments": call.parameters} for call in parsed.calls]
    return {"content": parsed.normal_text or "", "reasoning": reasoning, "calls": calls}


def streamed(detector, thinker, pieces, tools):
    content, reasoning, deltas, calls = [], [], [], {}
    for piece in pieces:
        if thinker is not None:
            parsed = thinker.parse_streaming_increment(piece)
            reasoning.append(parsed.reasoning_text or "")
            piece = parsed.normal_text or ""
        if piece == "":
            continue
        parsed = detector.parse_streaming_increment(piece, tools)
        content.append(parsed.normal_text or "")
        for item in parsed.calls:
            call = calls.setdefault(item.tool_index, {"name": "", "arguments": ""})
            if item.name:
                call["name"] += item.name
                deltas.append({"index": item.tool_index, "name": item.name})
            if item.parameters:
                call["arguments"] += item.parameters
                deltas.append({"index": item.tool_index, "arguments": item.parameters})
    return {
        "content": "".join(content),
        "reasoning": "".join(reasoning),
        "calls": [{"name": call["name"], "arguments": call["arguments"] or "{}"} for _, call in sorted(calls.items())],
        "deltas": deltas,
    }


def main():
    tables = load()
    sys.stdin.reconfigure(encoding="utf-8", errors="surrogatepass")
    for line in sys.stdin:
        request = json.loads(line)
        try:
            result = answer(request, *tables)
        except Exception as error:  # what a server would turn into an error for this message: no text, no call
            result = {"content": "", "reasoning": "", "calls": [], "diagnostics": [{"code": "malformed", "message": f"{type(error).__name__}: {error}"}]}
        print(json.dumps({"id": request["id"], **result}), flush=True)


if __name__ == "__main__":
    main()
