import type { ToolCallFormat } from "../../format.ts";
import { formatLike } from "../format-like.ts";
import { glm45 } from "../zhipu/glm4.5.ts";

/** arg_key / arg_value pairs (Laguna). */
export const laguna: ToolCallFormat = formatLike(glm45, {
  id: "laguna",
  title: "arg_key / arg_value pairs (Laguna)",
  models: ["poolside Laguna XS/S", "poolside_v1"],
  modelPatterns: ["^laguna"],
  namesElsewhere: { vllm: "poolside_v1", sglang: "poolside_v1", ollama: "laguna, poolside-v1" },
  shape: "<tool_call>NAME\n<arg_key>KEY</arg_key>\n<arg_value>VALUE</arg_value>\n</tool_call>",
  turnEnd: [],
  notes: [],
  sources: ["llama.cpp models/templates/poolside-Laguna-XS.2.jinja"],
  confirmedBy: ["chat template", "llama.cpp", "vLLM", "Ollama", "SMG"],
});
