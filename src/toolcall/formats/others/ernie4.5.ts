import type { ToolCallFormat } from "../../format.ts";
import { formatLike } from "../format-like.ts";
import { hermes } from "../general/hermes.ts";

/** JSON object per <tool_call> section, answer in <response> (ERNIE 4.5). */
export const ernie45: ToolCallFormat = formatLike(hermes, {
  id: "ernie4.5",
  title: "JSON object per <tool_call> section, answer in <response> (ERNIE 4.5)",
  models: ["ERNIE-4.5 thinking"],
  modelPatterns: ["^ernie-4\\.5"],
  namesElsewhere: { vllm: "ernie45" },
  shape: '<tool_call>\n{"name": NAME, "arguments": ARGS}\n</tool_call>',
  reasoning: {
    startsOpen: "template",
  },
  contentWrap: { open: ["<response>"], close: ["</response>"], newline: true },
  turnEnd: [],
  notes: [
    "A newline may arrive as the literal token text <0x0A> when the tokenizer has no newline piece; the byte-token spelling is a detokenizer matter, not part of the grammar.",
  ],
  sources: ["vLLM tool_parsers/ernie45_tool_parser.py"],
  confirmedBy: ["vLLM", "SMG"],
});
