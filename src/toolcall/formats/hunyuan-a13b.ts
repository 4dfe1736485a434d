import type { ToolCallFormat } from "../format.ts";

/** JSON array in <tool_calls>, answer in <answer> (Hunyuan A13B). */
export const hunyuanA13b: ToolCallFormat = {
  id: "hunyuan-a13b",
  title: "JSON array in <tool_calls>, answer in <answer> (Hunyuan A13B)",
  models: ["Hunyuan-A13B"],
  modelPatterns: ["^hunyuan-a13b"],
  namesElsewhere: {
    vllm: "hunyuan_a13b",
    sglang: "hunyuan",
    "mistral.rs": "hunyuan",
  },
  shape: '<tool_calls>[{"name": NAME, "arguments": ARGS}, …]</tool_calls>',
  router: null,
  reasoning: {
    open: ["<think>"],
    close: ["</think>"],
    startsOpen: "never",
    toolInside: "ignore",
  },
  contentWrap: {
    open: ["<answer>"],
    close: ["</answer>"],
    newline: true,
  },
  fence: "ignore",
  turnEnd: [],
  tokens: {},
  callId: null,
  parallel: "array elements",
  variants: [],
  notes: [],
  sources: ["vLLM tool_parsers/hunyuan_a13b_tool_parser.py"],
  confirmedBy: ["vLLM"],
  engine: "json-envelope",
  syntax: {
    open: ["<tool_calls>"],
    close: ["</tool_calls>"],
    layout: "array",
    nameKeys: ["name"],
    argumentKeys: ["arguments", "parameters"],
    idKey: null,
    values: "json",
  },
};
