import type { ToolCallFormat } from "../format.ts";

/** functools[…] (Phi-4 mini). */
export const phi4Mini: ToolCallFormat = {
  id: "phi4-mini",
  title: "functools[…] (Phi-4 mini)",
  models: ["Phi-4-mini-instruct"],
  modelPatterns: ["^phi-?4-mini"],
  namesElsewhere: {
    vllm: "phi4_mini_json",
    dynamo: "phi4",
  },
  shape: 'functools[{"name": NAME, "arguments": ARGS}, …]',
  router: null,
  reasoning: null,
  contentWrap: null,
  fence: "ignore",
  turnEnd: [],
  tokens: {},
  callId: null,
  parallel: "array elements",
  variants: [],
  notes: ["Plain text, no special token: only functools directly followed by [ opens a call."],
  sources: ["vLLM tool_parsers/phi4mini_tool_parser.py"],
  confirmedBy: ["vLLM"],
  engine: "json-envelope",
  syntax: {
    open: ["functools"],
    close: [],
    layout: "array",
    nameKeys: ["name"],
    argumentKeys: ["arguments", "parameters"],
    idKey: null,
    values: "json",
    openMustBeFollowedBy: "[",
  },
};
