import type { ToolCallFormat } from "../../format.ts";

/** Python-literal list of dicts (Sarashina). */
export const sarashina: ToolCallFormat = {
  id: "sarashina",
  title: "Python-literal list of dicts (Sarashina)",
  models: ["SoftBank Sarashina"],
  modelPatterns: ["^sarashina"],
  namesElsewhere: {
    smg: "sarashina",
  },
  shape: "<|tool_calls|>[{'name': NAME, 'arguments': ARGS}, …]",
  router: null,
  reasoning: null,
  contentWrap: null,
  fence: "ignore",
  turnEnd: [],
  tokens: {
    "<|tool_calls|>": 127,
  },
  callId: null,
  parallel: "list elements",
  variants: [],
  notes: [],
  sources: ["SMG tool_parser/src/parsers/sarashina.rs"],
  confirmedBy: ["SMG"],
  engine: "json-envelope",
  syntax: {
    open: ["<|tool_calls|>"],
    close: [],
    layout: "array",
    nameKeys: ["name"],
    argumentKeys: ["arguments", "parameters"],
    idKey: null,
    values: "python",
    bareStart: ["["],
  },
};
