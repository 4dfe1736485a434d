import type { ToolCallFormat } from "../../format.ts";

/** Action: plus a fenced JSON array (Command R / R+). */
export const commandRPlus: ToolCallFormat = {
  id: "command-r-plus",
  title: "Action: plus a fenced JSON array (Command R / R+)",
  models: ["Command R / R+ (2024-08)"],
  modelPatterns: ["command-r(-plus|-v01)?(-08-2024)?$"],
  namesElsewhere: {
    "llama.cpp": "autoparser (workaround 3)",
  },
  shape: 'Action:\n```json\n[{"tool_name": NAME, "parameters": ARGS}, …]\n```',
  router: null,
  reasoning: null,
  contentWrap: null,
  fence: "own",
  turnEnd: ["<|END_OF_TURN_TOKEN|>"],
  tokens: {},
  callId: null,
  parallel: "array elements",
  variants: [],
  notes: ["Only Action: on a line of its own with the fence right after it opens a call."],
  sources: ["llama.cpp tests/test-chat.cpp"],
  confirmedBy: ["chat template", "llama.cpp"],
  engine: "json-envelope",
  syntax: {
    open: ["Action:\n```json\n"],
    close: ["```"],
    layout: "array",
    nameKeys: ["tool_name", "name"],
    argumentKeys: ["parameters", "arguments"],
    idKey: null,
    values: "json",
    openAtLineStart: true,
    layoutSpace: ["", "\n"],
  },
};
