import type { ToolCallFormat } from "../format.ts";

/** JSON object per <tool_call> section (Granite 4). */
export const granite4: ToolCallFormat = {
  id: "granite4",
  title: "JSON object per <tool_call> section (Granite 4)",
  models: ["ibm-granite 4.0 / 4.1"],
  modelPatterns: ["^granite-4"],
  namesElsewhere: {
    vllm: "granite4 / granite engine",
  },
  shape: '<tool_call>\n{"name": NAME, "arguments": ARGS}\n</tool_call>',
  router: null,
  reasoning: {
    open: ["<think>"],
    close: ["</think>"],
    startsOpen: "template",
    toolInside: "ignore",
  },
  contentWrap: null,
  fence: "ignore",
  turnEnd: ["<|end_of_text|>"],
  tokens: {},
  callId: null,
  parallel: "one section per call",
  between: "\n",
  variants: [],
  notes: [],
  sources: ["vLLM tool_parsers/granite4_tool_parser.py"],
  confirmedBy: ["chat template", "llama.cpp", "vLLM", "SMG", "mlx-lm"],
  engine: "json-envelope",
  syntax: {
    open: ["<tool_call>"],
    close: ["</tool_call>"],
    layout: "object",
    nameKeys: ["name"],
    argumentKeys: ["arguments", "parameters"],
    idKey: null,
    values: "json",
    layoutSpace: ["\n", "\n"],
  },
};
