import type { ToolCallFormat } from "../../format.ts";
import { formatLike } from "../format-like.ts";
import { firefunctionV2 } from "../general/firefunction-v2.ts";

/** functools[…] (Phi-4 mini). */
export const phi4Mini: ToolCallFormat = formatLike(firefunctionV2, {
  id: "phi4-mini",
  title: "functools[…] (Phi-4 mini)",
  models: ["Phi-4-mini-instruct"],
  modelPatterns: ["^phi-?4-mini"],
  namesElsewhere: { vllm: "phi4_mini_json", dynamo: "phi4" },
  shape: 'functools[{"name": NAME, "arguments": ARGS}, …]',
  notes: ["Plain text, no special token: only functools directly followed by [ opens a call."],
  sources: ["vLLM tool_parsers/phi4mini_tool_parser.py"],
  confirmedBy: ["vLLM"],
  syntax: {
    open: ["functools"],
  },
});
