import type { ToolCallFormat } from "../../format.ts";

/** JSON object after a function-call message header (GigaChat 3). */
export const gigachat3: ToolCallFormat = {
  id: "gigachat3",
  title: "JSON object after a function-call message header (GigaChat 3)",
  models: ["GigaChat3 / 3.1"],
  modelPatterns: ["^gigachat3"],
  namesElsewhere: {
    vllm: "gigachat3 / gigachat35",
    sglang: "gigachat3/35",
    "llama.cpp": "gigachat-v3",
  },
  shape: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": NAME, "arguments": ARGS}',
  router: null,
  reasoning: null,
  contentWrap: null,
  fence: "ignore",
  turnEnd: [],
  tokens: {},
  callId: null,
  parallel: "none by design",
  variants: ["3.1 writes <|function_call|> instead of the header."],
  notes: [],
  sources: ["llama.cpp common/parsers/gigachat-v3.cpp", "vLLM tool_parsers/gigachat3_tool_parser.py"],
  confirmedBy: ["chat template", "llama.cpp", "vLLM"],
  engine: "json-envelope",
  syntax: {
    open: ["<|message_sep|>\n\nfunction call<|role_sep|>\n", "<|function_call|>"],
    close: [],
    layout: "object",
    nameKeys: ["name"],
    argumentKeys: ["arguments", "parameters"],
    idKey: null,
    values: "json",
  },
};
