import type { ToolCallFormat } from "../../format.ts";
import { formatLike } from "../format-like.ts";
import { mistralV11 } from "./mistral-v11.ts";

/** [TOOL_CALLS]name[ARGS]{…} (Mistral tokenizer v13). */
export const mistralV13: ToolCallFormat = formatLike(mistralV11, {
  id: "mistral-v13",
  title: "[TOOL_CALLS]name[ARGS]{…} (Mistral tokenizer v13)",
  models: ["Devstral-Small 2507/2", "Ministral-3", "Mistral-Large-3", "Magistral 2509"],
  modelPatterns: ["^devstral", "^ministral-3", "^mistral-large-3", "^magistral.*2509"],
  namesElsewhere: { vllm: "mistral", ollama: "ministral", "llama.cpp": "ministral3 / autoparser", "mlx-lm": "mistral" },
  shape: "[TOOL_CALLS]NAME[ARGS]ARGS",
  notes: [],
  sources: ["llama.cpp tests/test-chat.cpp", "Rapid-MLX #579"],
  confirmedBy: ["chat template", "llama.cpp", "vLLM", "Ollama", "mlx-lm"],
  syntax: {
    nameEnd: ["[ARGS]"],
  },
});
