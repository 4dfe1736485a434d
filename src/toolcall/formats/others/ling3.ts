import type { ToolCallFormat } from "../../format.ts";
import { formatLike } from "../format-like.ts";
import { glm45 } from "../zhipu/glm4.5.ts";

/** arg_key / arg_value pairs (Ling 3). */
export const ling3: ToolCallFormat = formatLike(glm45, {
  id: "ling3",
  title: "arg_key / arg_value pairs (Ling 3)",
  models: ["Ling-3.0 / Bailing V3"],
  modelPatterns: ["^ling-3", "^bailing-v3"],
  namesElsewhere: { vllm: "ling3", sglang: "ling3", "llama.cpp": "ling3" },
  shape: "<tool_call>NAME\n<arg_key>KEY</arg_key>\n<arg_value>VALUE</arg_value>\n</tool_call>",
  reasoning: {
    toolInside: "endsReasoning",
  },
  turnEnd: ["<|role_end|>"],
  notes: [],
  sources: ["llama.cpp common/parsers/ling3.cpp"],
  confirmedBy: ["chat template", "llama.cpp", "vLLM", "SMG"],
});
