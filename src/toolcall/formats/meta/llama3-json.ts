import type { ToolCallFormat } from "../../format.ts";

/** JSON objects separated by semicolons (Llama 3.x, Llama 4 JSON). */
export const llama3Json: ToolCallFormat = {
  id: "llama3-json",
  title: "JSON objects separated by semicolons (Llama 3.x, Llama 4 JSON)",
  models: ["Llama-3.1/3.2/3.3", "Llama-4 (llama4_json)", "Watt-tool", "ToolACE-json"],
  modelPatterns: ["llama-?3\\.[123]-(?!1b|3b|\\d+b-pythonic)", "^llama3\\.[13]", "^watt-tool"],
  namesElsewhere: {
    vllm: "llama3_json / llama4_json",
    sglang: "llama3",
    smg: "llama",
    dynamo: "llama3_json",
  },
  shape: '<|python_tag|>{"name": NAME, "parameters": ARGS}; {…}',
  router: null,
  reasoning: null,
  contentWrap: null,
  fence: "ignore",
  turnEnd: ["<|eom_id|>", "<|eot_id|>"],
  tokens: {
    "<|python_tag|>": 128010,
    "<|eom_id|>": 128008,
  },
  callId: null,
  parallel: "objects in sequence, separated by ; and optional whitespace",
  variants: [
    'Built-in tool: <|python_tag|>NAME.call(k="v")<|eom_id|>.',
    "Code interpreter: <|python_tag|> followed by raw Python.",
    'A leading member "type": "function" is ignored.',
  ],
  notes: [],
  sources: ["vLLM tool_parsers/llama_tool_parser.py", "guoqingbao/vllm.rs src/server/parser.rs"],
  confirmedBy: ["chat template", "llama.cpp", "vLLM", "SMG"],
  engine: "json-envelope",
  syntax: {
    open: ["<|python_tag|>"],
    close: [],
    layout: "sequence",
    nameKeys: ["name"],
    argumentKeys: ["parameters", "arguments"],
    idKey: null,
    values: "json",
    separator: ";",
    bareStart: ["{"],
  },
};
