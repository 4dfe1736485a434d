import type { ToolCallFormat } from "../../format.ts";
import { formatLike } from "../format-like.ts";
import { hermes } from "../general/hermes.ts";

/** JSON object per <tool_call> section (Qwen 2.5 / Qwen 3). */
export const qwen25: ToolCallFormat = formatLike(hermes, {
  id: "qwen2.5",
  title: "JSON object per <tool_call> section (Qwen 2.5 / Qwen 3)",
  models: [
    "Qwen2.5-*",
    "QwQ-32B",
    "Qwen3-* (non-Coder, <=3.4)",
    "Bielik-11B-v3",
    "Reka-Edge",
    "SmolLM3 (xml_tools)",
    "RWKV World",
    "EXAONE-4",
    "Trinity",
  ],
  modelPatterns: [
    "^qwen2\\.5",
    "^qwq-",
    "^qwen3-(?!coder)",
    "^qwen3$",
    "^qwen-?3\\.[0-4](?!\\d)",
    "^bielik-11b-v3",
    "^reka-edge",
    "^smollm3",
    "^rwkv",
    "^exaone-4",
    "^trinity",
  ],
  namesElsewhere: {
    vllm: "hermes",
    sglang: "qwen/qwen25/trinity",
    smg: "qwen",
    ollama: "qwen3, qwen3-thinking, qwen3-vl-*",
    "vllm.rs": "qwen",
    "mistral.rs": "qwen",
  },
  shape: '<tool_call>\n{"name": NAME, "arguments": ARGS}\n</tool_call>',
  reasoning: {
    startsOpen: "template",
  },
  tokens: { "<tool_call>": 151657, "</tool_call>": 151658 },
  variants: ["Reka-Edge writes no newline before </tool_call>."],
  notes: [],
  sources: ["guoqingbao/vllm.rs src/server/parser.rs", "SGLang function_call/qwen25_detector.py"],
  confirmedBy: ["chat template", "llama.cpp", "vLLM", "Ollama", "SMG", "mlx-lm"],
});
