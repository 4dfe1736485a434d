import type { ToolCallFormat } from "../../format.ts";
import { thinkTags } from "../think-tags.ts";

/** List of Python calls between markers (LFM2). */
export const lfm2: ToolCallFormat = {
  id: "lfm2",
  title: "List of Python calls between markers (LFM2)",
  models: ["LFM2 / LFM2.5"],
  modelPatterns: ["^lfm-?2"],
  namesElsewhere: {
    vllm: "lfm2",
    sglang: "lfm2",
    ollama: "lfm2",
    "llama.cpp": "lfm2",
    "mlx-lm": "pythonic",
    "mistral.rs": "liquid",
  },
  shape: "<|tool_call_start|>[NAME(key='text'), …]<|tool_call_end|>",
  router: null,
  reasoning: { ...thinkTags, startsOpen: "never" },
  contentWrap: null,
  fence: "ignore",
  turnEnd: ["<|im_end|>"],
  tokens: {},
  callId: null,
  parallel: "list elements",
  variants: [],
  notes: ["true, false, null and dotted names occur besides the Python spellings."],
  sources: ["llama.cpp common/parsers/lfm2.cpp"],
  confirmedBy: ["llama.cpp", "vLLM", "Ollama", "mlx-lm"],
  engine: "pythonic",
  syntax: {
    open: [["<|tool_call_start|>", "["]],
    close: [["]", "<|tool_call_end|>"]],
    separator: ",",
    startsAt: "anywhere",
  },
};
