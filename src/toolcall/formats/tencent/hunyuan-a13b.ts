import type { ToolCallFormat } from "../../format.ts";
import { formatLike } from "../format-like.ts";
import { jamba } from "../others/jamba.ts";
import { thinkTags } from "../think-tags.ts";

/** JSON array in <tool_calls>, answer in <answer> (Hunyuan A13B). */
export const hunyuanA13b: ToolCallFormat = formatLike(jamba, {
  id: "hunyuan-a13b",
  title: "JSON array in <tool_calls>, answer in <answer> (Hunyuan A13B)",
  models: ["Hunyuan-A13B"],
  modelPatterns: ["^hunyuan-a13b"],
  namesElsewhere: { vllm: "hunyuan_a13b", sglang: "hunyuan", "mistral.rs": "hunyuan" },
  shape: '<tool_calls>[{"name": NAME, "arguments": ARGS}, …]</tool_calls>',
  reasoning: { ...thinkTags, startsOpen: "never" },
  contentWrap: { open: ["<answer>"], close: ["</answer>"], newline: true },
  notes: [],
  sources: ["vLLM tool_parsers/hunyuan_a13b_tool_parser.py"],
  confirmedBy: ["vLLM"],
});
