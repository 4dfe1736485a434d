import type { ToolCallFormat } from "../../format.ts";
import { formatLike } from "../format-like.ts";
import { genericJson } from "./generic-json.ts";

/** Bare JSON array (xLAM). */
export const xlam: ToolCallFormat = formatLike(genericJson, {
  id: "xlam",
  title: "Bare JSON array (xLAM)",
  models: ["Salesforce xLAM-1/2"],
  modelPatterns: ["xlam-"],
  namesElsewhere: { vllm: "xlam" },
  shape: '[{"name": NAME, "arguments": ARGS}, …]',
  variants: ["The same array in a ```json fence, after [TOOL_CALLS], between <tool_call> tags, or after </think>."],
  notes: [],
  sources: ["vLLM docs/features/tool_calling.md"],
  confirmedBy: ["vLLM", "SMG"],
  syntax: {
    argumentKeys: ["arguments", "parameters"],
    bareStart: ["["],
  },
});
