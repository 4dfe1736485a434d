import type { ToolCallFormat } from "../format.ts";

/** JSON array in <tool_calls> (Apriel). */
export const apriel: ToolCallFormat = {
  id: "apriel",
  title: "JSON array in <tool_calls> (Apriel)",
  models: ["ServiceNow Apriel 1.5/1.6 Thinker"],
  modelPatterns: ["^apriel-"],
  namesElsewhere: {
    "llama.cpp": "autoparser",
  },
  shape: '<tool_calls>[{"name": NAME, "arguments": ARGS}, …]</tool_calls>',
  router: null,
  reasoning: {
    open: ["Here are my reasoning steps:"],
    close: ["[BEGIN FINAL RESPONSE]"],
    startsOpen: "template",
    toolInside: "ignore",
    where: "message-start",
  },
  contentWrap: null,
  fence: "ignore",
  turnEnd: [],
  tokens: {},
  callId: null,
  parallel: "array elements",
  variants: [],
  notes: [
    "Apriel 1.6 opens the reasoning with a sentence in the prompt; the output then only has the closer, on a line of its own.",
  ],
  sources: ["llama.cpp tests/test-chat.cpp"],
  confirmedBy: ["chat template", "llama.cpp"],
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
