import type { ToolCallFormat } from "../../format.ts";
import { thinkTags } from "../think-tags.ts";

/** Section of calls with an id header (Kimi K2). */
export const kimiK2: ToolCallFormat = {
  id: "kimi-k2",
  title: "Section of calls with an id header (Kimi K2)",
  models: ["Kimi-K2(-0905/Thinking/2.5/2.6/2.7-Code)"],
  modelPatterns: ["^kimi-k2"],
  namesElsewhere: {
    vllm: "kimi_k2",
    sglang: "kimi_k2",
    smg: "kimik2",
    dynamo: "kimi_k2",
    "llama.cpp": "kimi-k2",
    "mlx-lm": "kimi_k2",
  },
  shape:
    "<|tool_calls_section_begin|><|tool_call_begin|>functions.NAME:0<|tool_call_argument_begin|>ARGS<|tool_call_end|>…<|tool_calls_section_end|>",
  router: null,
  reasoning: { ...thinkTags, toolInside: "endsReasoning" },
  contentWrap: null,
  fence: "ignore",
  turnEnd: ["<|im_end|>"],
  tokens: {},
  callId: "the whole header text functions.NAME:INDEX; INDEX counts over the conversation; must be echoed unchanged",
  parallel: "several calls in one section",
  variants: [
    "Singular and plural section markers both occur.",
    "The section markers or the call closers may be missing.",
    "Header without prefix or index (NAME, NAME:0), with underscores (functions_NAME_0).",
  ],
  notes: [],
  sources: ["vLLM tool_parsers/kimi_k2_tool_parser.py", "llama.cpp common/parsers/kimi-k2.cpp"],
  confirmedBy: ["chat template", "llama.cpp", "vLLM", "SMG", "mlx-lm"],
  engine: "header-args",
  syntax: {
    sectionOpen: ["<|tool_calls_section_begin|>", "<|tool_call_section_begin|>"],
    sectionClose: ["<|tool_calls_section_end|>", "<|tool_call_section_end|>"],
    sectionOptional: true,
    callOpen: ["<|tool_call_begin|>"],
    nameEnd: ["<|tool_call_argument_begin|>"],
    nameFromId: {
      template: "functions.NAME:INDEX",
      patterns: ["^functions\\.(.+?)(?::\\d+)?$", "^functions_(.+)_\\d+$", "^(.+):\\d+$"],
    },
    callClose: "<|tool_call_end|>",
    callCloseOptional: true,
    values: "json",
  },
};
