import type { ToolCallFormat } from "../../format.ts";
import { thinkTags } from "../think-tags.ts";

/** Section of calls with fenced JSON (DeepSeek V3 / R1). */
export const deepseekV3: ToolCallFormat<"header-args"> = {
  id: "deepseek-v3",
  title: "Section of calls with fenced JSON (DeepSeek V3 / R1)",
  models: ["DeepSeek-V3-0324", "DeepSeek-R1-0528", "R1-Distill", "Cogito v2"],
  modelPatterns: ["^deepseek-v3(-0324)?$", "^deepseek-r1", "^cogito-v2"],
  namesElsewhere: {
    vllm: "deepseek_v3",
    sglang: "deepseekv3",
    smg: "deepseek",
    ollama: "deepseek3, cogito",
    dynamo: "deepseek_v3",
    "mistral.rs": "deepseek",
  },
  shape:
    "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>NAME\n```json\nARGS\n```<｜tool▁call▁end｜>…<｜tool▁calls▁end｜>",
  router: null,
  reasoning: thinkTags,
  contentWrap: null,
  fence: "ignore",
  turnEnd: ["<｜end▁of▁sentence｜>"],
  tokens: {},
  callId: null,
  parallel: "several calls in one section",
  between: "\n",
  variants: [],
  notes: ["The bar is U+FF5C and the low line U+2581, not ASCII.", "The newline before the closing fence is optional."],
  sources: ["vLLM tool_parsers/deepseekv3_tool_parser.py", "ai-dynamo/dynamo tool-calling config.rs"],
  confirmedBy: ["chat template", "llama.cpp", "vLLM", "Ollama", "SMG"],
  engine: "header-args",
  syntax: {
    sectionOpen: ["<｜tool▁calls▁begin｜>"],
    sectionClose: ["<｜tool▁calls▁end｜>"],
    callOpen: [["<｜tool▁call▁begin｜>", "function<｜tool▁sep｜>"]],
    nameEnd: ["```json"],
    callClose: ["```", "<｜tool▁call▁end｜>"],
    values: "json",
    layoutSpace: ["\n", "\n", "\n"],
  },
};
