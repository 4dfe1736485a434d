import type { ToolCallFormat } from "../../format.ts";
import { thinkTags } from "../think-tags.ts";

/** Newline-delimited JSON objects in <tool_calls> (MiniMax M1). */
export const minimaxM1: ToolCallFormat = {
  id: "minimax-m1",
  title: "Newline-delimited JSON objects in <tool_calls> (MiniMax M1)",
  models: ["MiniMax-M1"],
  modelPatterns: ["^minimax-m1"],
  namesElsewhere: {
    vllm: "minimax",
  },
  shape: '<tool_calls>\n{"name": NAME, "arguments": ARGS}\n{…}\n</tool_calls>',
  router: null,
  reasoning: thinkTags,
  contentWrap: null,
  fence: "ignore",
  turnEnd: [],
  tokens: {},
  callId: null,
  parallel: "objects in sequence, one per line",
  variants: [],
  notes: [],
  sources: ["vLLM tool_parsers/minimax_tool_parser.py"],
  confirmedBy: ["chat template", "llama.cpp", "vLLM"],
  engine: "json-envelope",
  syntax: {
    open: ["<tool_calls>"],
    close: ["</tool_calls>"],
    layout: "sequence",
    nameKeys: ["name"],
    argumentKeys: ["arguments", "parameters"],
    idKey: null,
    values: "json",
    separator: "\n",
    layoutSpace: ["\n", "\n"],
  },
};
