import type { ToolCallFormat } from "../../format.ts";

/** call:name{…} with token-delimited strings (Gemma 4). */
export const gemma4: ToolCallFormat = {
  id: "gemma4",
  title: "call:name{…} with token-delimited strings (Gemma 4)",
  models: ["Gemma 4 (E2B..31B)"],
  modelPatterns: ["^gemma-?4"],
  namesElsewhere: {
    vllm: "gemma4",
    sglang: "gemma4",
    ollama: "gemma4",
    dynamo: "gemma4",
    "llama.cpp": "gemma4",
    "mlx-lm": "gemma4",
    "mistral.rs": "gemma4, gemma4_strict",
    "vllm.rs": "gemma4",
  },
  shape: '<|tool_call>call:NAME{key:<|"|>text<|"|>,other:5}<tool_call|>',
  router: null,
  reasoning: {
    open: ["<|channel>thought"],
    close: ["<channel|>"],
    startsOpen: "never",
    toolInside: "ignore",
  },
  contentWrap: null,
  fence: "ignore",
  turnEnd: ["<turn|>", "<|tool_response>", "<eos>"],
  tokens: {
    "<|tool_call>": 48,
    "<tool_call|>": 49,
  },
  callId: null,
  parallel: "one element per call",
  variants: [],
  notes: [
    "A newline follows <|channel>thought; the block may be empty.",
    "The string delimiter is also how the model spells a quotation mark inside a string, which makes the grammar ambiguous: a delimiter ends a string when , } ] or the end of the body follows.",
    "Keys are bare; quoted keys between delimiters occur in nested objects.",
  ],
  sources: ["llama.cpp tests/test-chat.cpp", "guoqingbao/vllm.rs src/server/parser.rs", "Ollama model/parsers/gemma4.go"],
  confirmedBy: ["llama.cpp", "vLLM", "Ollama", "mlx-lm"],
  engine: "header-args",
  syntax: {
    sectionOpen: [],
    sectionClose: [],
    callOpen: [["<|tool_call>", "call:"]],
    nameEnd: [],
    callClose: "<tool_call|>",
    values: "bare",
    stringDelimiter: '<|"|>',
  },
};
