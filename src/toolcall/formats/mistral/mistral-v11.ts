import type { ToolCallFormat } from "../../format.ts";

/** [TOOL_CALLS]name{…} (Mistral tokenizer v11). */
export const mistralV11: ToolCallFormat<"header-args"> = {
  id: "mistral-v11",
  title: "[TOOL_CALLS]name{…} (Mistral tokenizer v11)",
  models: ["Mistral-Small-3.1", "Magistral"],
  modelPatterns: ["^mistral-small-3\\.1", "^magistral-small-2506", "^magistral(?!.*2509)"],
  namesElsewhere: {
    vllm: "mistral (v11+)",
  },
  shape: "[TOOL_CALLS]NAME{ARGS}",
  router: null,
  reasoning: {
    open: ["[THINK]"],
    close: ["[/THINK]"],
    startsOpen: "never",
    toolInside: "ignore",
  },
  contentWrap: null,
  fence: "ignore",
  turnEnd: ["</s>"],
  tokens: {
    "[TOOL_CALLS]": 9,
  },
  callId: null,
  parallel: "one marker per call",
  variants: [],
  notes: [],
  sources: ["vLLM test_format_conformance.py mistral_v11"],
  confirmedBy: ["vLLM"],
  engine: "header-args",
  syntax: {
    sectionOpen: [],
    sectionClose: [],
    callOpen: ["[TOOL_CALLS]"],
    nameEnd: [],
    callClose: null,
    values: "json",
  },
};
