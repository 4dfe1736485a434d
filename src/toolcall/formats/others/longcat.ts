import type { ToolCallFormat } from "../../format.ts";

/** JSON object per <longcat_tool_call> section. */
export const longcat: ToolCallFormat = {
  id: "longcat",
  title: "JSON object per <longcat_tool_call> section",
  models: ["LongCat-Flash-Chat"],
  modelPatterns: ["^longcat-flash"],
  namesElsewhere: {
    vllm: "longcat",
    sglang: "longcat",
    "mlx-lm": "longcat",
  },
  shape: '<longcat_tool_call>{"name": NAME, "arguments": ARGS}</longcat_tool_call>',
  router: null,
  reasoning: null,
  contentWrap: null,
  fence: "ignore",
  turnEnd: [],
  tokens: {},
  callId: null,
  parallel: "one section per call",
  between: "\n",
  variants: [
    "LongCat 2: <longcat_tool_call>NAME<longcat_arg_key>K</longcat_arg_key><longcat_arg_value>V</longcat_arg_value></longcat_tool_call> (tagged-args engine).",
  ],
  notes: [],
  sources: ["vLLM tests/tool_parsers/test_longcat_tool_parser.py"],
  confirmedBy: ["vLLM", "mlx-lm"],
  engine: "json-envelope",
  syntax: {
    open: ["<longcat_tool_call>"],
    close: ["</longcat_tool_call>"],
    layout: "object",
    nameKeys: ["name"],
    argumentKeys: ["arguments", "parameters"],
    idKey: null,
    values: "json",
  },
};
