import type { ToolCallFormat } from "../../format.ts";

/** JSON array in <tool_calls> (Jamba). */
export const jamba: ToolCallFormat<"json-envelope"> = {
  id: "jamba",
  title: "JSON array in <tool_calls> (Jamba)",
  models: ["AI21 Jamba 1.5+"],
  modelPatterns: ["jamba"],
  namesElsewhere: {
    vllm: "jamba",
    dynamo: "jamba",
  },
  shape: '<tool_calls>[{"name": NAME, "arguments": ARGS}, …]</tool_calls>',
  router: null,
  reasoning: null,
  contentWrap: null,
  fence: "ignore",
  turnEnd: [],
  tokens: {},
  callId: null,
  parallel: "array elements",
  variants: [],
  notes: [],
  sources: ["vLLM tool_parsers/jamba_tool_parser.py"],
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
