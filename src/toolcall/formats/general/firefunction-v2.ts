import type { ToolCallFormat } from "../../format.ts";

/** functools[…] (FireFunction v2). */
export const firefunctionV2: ToolCallFormat<"json-envelope"> = {
  id: "firefunction-v2",
  title: "functools[…] (FireFunction v2)",
  models: ["Fireworks firefunction-v2"],
  modelPatterns: ["firefunction-v2"],
  namesElsewhere: {
    "llama.cpp": "autoparser",
  },
  shape: ' functools[{"name": NAME, "arguments": ARGS}, …]',
  router: null,
  reasoning: null,
  contentWrap: null,
  fence: "ignore",
  turnEnd: [],
  tokens: {},
  callId: null,
  parallel: "array elements",
  variants: [],
  notes: ["The leading space belongs to the marker."],
  sources: ["llama.cpp tests/test-chat.cpp"],
  confirmedBy: ["llama.cpp"],
  engine: "json-envelope",
  syntax: {
    open: [" functools", "functools"],
    close: [],
    layout: "array",
    nameKeys: ["name"],
    argumentKeys: ["arguments", "parameters"],
    idKey: null,
    values: "json",
    openMustBeFollowedBy: "[",
  },
};
