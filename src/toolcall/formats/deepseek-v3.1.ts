import type { ToolCallFormat } from "../format.ts";

/** Section of calls, name before the separator (DeepSeek V3.1). */
export const deepseekV31: ToolCallFormat = {
  id: "deepseek-v3.1",
  title: "Section of calls, name before the separator (DeepSeek V3.1)",
  models: ["DeepSeek-V3.1", "V3.1-Terminus", "V3.2-Exp"],
  modelPatterns: ["^deepseek-v3\\.1", "^deepseek-v3\\.2-exp"],
  namesElsewhere: {
    vllm: "deepseek_v31",
    sglang: "deepseekv31",
    smg: "deepseek31",
    dynamo: "deepseek_v3_1",
  },
  shape: "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>NAME<｜tool▁sep｜>ARGS<｜tool▁call▁end｜>…<｜tool▁calls▁end｜>",
  router: null,
  reasoning: {
    open: ["<think>"],
    close: ["</think>"],
    startsOpen: "template",
    toolInside: "ignore",
  },
  contentWrap: null,
  fence: "ignore",
  turnEnd: ["<｜end▁of▁sentence｜>"],
  tokens: {},
  callId: null,
  parallel: "several calls in one section",
  variants: [],
  notes: [],
  sources: ["vLLM tool_parsers/deepseekv31_tool_parser.py"],
  confirmedBy: ["chat template", "llama.cpp", "vLLM", "Ollama", "SMG"],
  engine: "header-args",
  syntax: {
    sectionOpen: ["<｜tool▁calls▁begin｜>"],
    sectionClose: ["<｜tool▁calls▁end｜>"],
    callOpen: ["<｜tool▁call▁begin｜>"],
    nameEnd: ["<｜tool▁sep｜>"],
    callClose: "<｜tool▁call▁end｜>",
    values: "json",
  },
};
