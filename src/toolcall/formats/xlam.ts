import type { ToolCallFormat } from "../format.ts";

/** Bare JSON array (xLAM). */
export const xlam: ToolCallFormat = {
  id: "xlam",
  title: "Bare JSON array (xLAM)",
  models: ["Salesforce xLAM-1/2"],
  modelPatterns: ["xlam-"],
  namesElsewhere: {
    vllm: "xlam",
  },
  shape: '[{"name": NAME, "arguments": ARGS}, …]',
  router: null,
  reasoning: null,
  contentWrap: null,
  fence: "own",
  turnEnd: [],
  tokens: {},
  callId: null,
  parallel: "array elements",
  variants: ["The same array in a ```json fence, after [TOOL_CALLS], between <tool_call> tags, or after </think>."],
  notes: [],
  sources: ["vLLM docs/features/tool_calling.md"],
  confirmedBy: ["vLLM", "SMG"],
  engine: "json-envelope",
  syntax: {
    open: [],
    close: [],
    layout: "array",
    nameKeys: ["name"],
    argumentKeys: ["arguments", "parameters"],
    idKey: null,
    values: "json",
    bareStart: ["["],
    bareWraps: [
      ["```json", "```"],
      ["```", "```"],
    ],
  },
};
