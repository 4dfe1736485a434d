import type { ToolCallFormat } from "../../format.ts";
import { formatLike } from "../format-like.ts";
import { hermes } from "../general/hermes.ts";

/** JSON object per <tool_call> section (Granite 4). */
export const granite4: ToolCallFormat = formatLike(hermes, {
  id: "granite4",
  title: "JSON object per <tool_call> section (Granite 4)",
  models: ["ibm-granite 4.0 / 4.1"],
  modelPatterns: ["^granite-4"],
  namesElsewhere: { vllm: "granite4 / granite engine" },
  shape: '<tool_call>\n{"name": NAME, "arguments": ARGS}\n</tool_call>',
  reasoning: {
    startsOpen: "template",
  },
  turnEnd: ["<|end_of_text|>"],
  notes: [],
  sources: ["vLLM tool_parsers/granite4_tool_parser.py"],
  confirmedBy: ["chat template", "llama.cpp", "vLLM", "SMG", "mlx-lm"],
});
