import type { ToolCallFormat } from "../format.ts";

/** JSON array in <TOOLCALL> (Llama-Nemotron, Nemotron Nano 2). */
export const nemotronToolcall: ToolCallFormat = {
  id: "nemotron-toolcall",
  title: "JSON array in <TOOLCALL> (Llama-Nemotron, Nemotron Nano 2)",
  models: ["Llama-Nemotron Ultra/Deci", "Nemotron-Nano-v2"],
  modelPatterns: ["^llama-?3?[._\\d]*-nemotron", "^nvidia-nemotron-nano-\\d+b-v2", "^nemotron-nano-(\\d+b-)?v2"],
  namesElsewhere: {
    vllm: "nemotron_json",
    dynamo: "nemotron_deci",
    "llama.cpp": "autoparser",
  },
  shape: '<TOOLCALL>[{"name": NAME, "arguments": ARGS}, …]</TOOLCALL>',
  router: null,
  reasoning: {
    open: ["<think>"],
    close: ["</think>"],
    startsOpen: "template",
    toolInside: "ignore",
  },
  contentWrap: null,
  fence: "ignore",
  turnEnd: [],
  tokens: {},
  callId: null,
  parallel: "array elements",
  variants: [],
  notes: ["Markers are case sensitive."],
  sources: ["ai-dynamo/dynamo tool-calling config.rs", "llama.cpp tests/test-chat.cpp"],
  confirmedBy: ["chat template", "llama.cpp"],
  engine: "json-envelope",
  syntax: {
    open: ["<TOOLCALL>"],
    close: ["</TOOLCALL>"],
    layout: "array",
    nameKeys: ["name"],
    argumentKeys: ["arguments", "parameters"],
    idKey: null,
    values: "json",
  },
};
