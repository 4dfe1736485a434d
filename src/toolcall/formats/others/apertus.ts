import type { ToolCallFormat } from "../../format.ts";

/** JSON array, the name is the key (Apertus). */
export const apertus: ToolCallFormat = {
  id: "apertus",
  title: "JSON array, the name is the key (Apertus)",
  models: ["swiss-ai Apertus"],
  modelPatterns: ["^apertus"],
  namesElsewhere: {
    vllm: "apertus",
    sglang: "apertus2509",
    "llama.cpp": "autoparser fun_name_is_key",
  },
  shape: "<|tools_prefix|>[{NAME: ARGS}, …]<|tools_suffix|>",
  router: null,
  reasoning: {
    open: ["<|inner_prefix|>"],
    close: ["<|inner_suffix|>"],
    startsOpen: "never",
    toolInside: "endsReasoning",
  },
  contentWrap: null,
  fence: "ignore",
  turnEnd: ["<|assistant_end|>"],
  tokens: {},
  callId: null,
  parallel: "array elements",
  variants: [],
  notes: ["Calls are written inside the inner section, so the opener ends the reasoning."],
  sources: ["llama.cpp tests/test-chat.cpp", "llama.cpp models/templates/Apertus-8B-Instruct.jinja"],
  confirmedBy: ["chat template", "llama.cpp", "vLLM"],
  engine: "json-envelope",
  syntax: {
    open: ["<|tools_prefix|>"],
    close: ["<|tools_suffix|>"],
    layout: "array",
    nameKeys: ["name"],
    argumentKeys: ["arguments", "parameters"],
    idKey: null,
    nameIsKey: true,
    values: "json",
  },
};
