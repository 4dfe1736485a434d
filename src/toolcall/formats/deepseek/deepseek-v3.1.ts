import type { ToolCallFormat } from "../../format.ts";
import { formatLike } from "../format-like.ts";
import { deepseekV3 } from "./deepseek-v3.ts";

/** Section of calls, name before the separator (DeepSeek V3.1). */
export const deepseekV31: ToolCallFormat = formatLike(deepseekV3, {
  id: "deepseek-v3.1",
  title: "Section of calls, name before the separator (DeepSeek V3.1)",
  models: ["DeepSeek-V3.1", "V3.1-Terminus", "V3.2-Exp"],
  modelPatterns: ["^deepseek-v3\\.1", "^deepseek-v3\\.2-exp"],
  namesElsewhere: { vllm: "deepseek_v31", sglang: "deepseekv31", smg: "deepseek31", dynamo: "deepseek_v3_1" },
  shape: "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>NAME<｜tool▁sep｜>ARGS<｜tool▁call▁end｜>…<｜tool▁calls▁end｜>",
  between: undefined,
  notes: [],
  sources: ["vLLM tool_parsers/deepseekv31_tool_parser.py"],
  confirmedBy: ["chat template", "llama.cpp", "vLLM", "Ollama", "SMG"],
  syntax: {
    callOpen: ["<｜tool▁call▁begin｜>"],
    nameEnd: ["<｜tool▁sep｜>"],
    callClose: "<｜tool▁call▁end｜>",
    layoutSpace: undefined,
  },
});
