import type { ToolCallFormat } from "../../format.ts";

/** JSON object after each <function_call> (Granite 20B). */
export const granite20bFc: ToolCallFormat = {
  id: "granite-20b-fc",
  title: "JSON object after each <function_call> (Granite 20B)",
  models: ["granite-20b-functioncalling"],
  modelPatterns: ["^granite-20b-functioncalling"],
  namesElsewhere: {
    vllm: "granite-20b-fc",
  },
  shape: '<function_call> {"name": NAME, "arguments": ARGS}',
  router: null,
  reasoning: null,
  contentWrap: null,
  fence: "ignore",
  turnEnd: [],
  tokens: {},
  callId: null,
  parallel: "one opener per call",
  between: "\n",
  variants: [],
  notes: [],
  sources: ["vLLM tool_parsers/granite_20b_fc_tool_parser.py"],
  confirmedBy: ["vLLM"],
  engine: "json-envelope",
  syntax: {
    open: ["<function_call>"],
    close: [],
    layout: "object",
    nameKeys: ["name"],
    argumentKeys: ["arguments", "parameters"],
    idKey: null,
    values: "json",
    layoutSpace: [" ", ""],
  },
};
