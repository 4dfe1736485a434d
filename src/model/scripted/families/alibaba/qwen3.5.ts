import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { qwen3Coder } from "./qwen3-coder.ts";

/** Qwen 3.5: calls as Qwen 3 Coder says them, and it reasons. */
export const qwen35: ModelFamily = familyLike(qwen3Coder, {
  id: "qwen3.5",
  title: "Qwen 3.5 (ChatML, <function=…> in <tool_call>, <think>)",
  format: "qwen3-coder",
  layout: { reasoning: { wrap: ["<think>\n", "\n</think>\n\n"] } },
  moreSpecials: [
    { text: "<think>", type: "user-defined" },
    { text: "</think>", type: "user-defined" },
    { text: "<tool_response>", type: "user-defined" },
    { text: "</tool_response>", type: "user-defined" },
  ],
  ollama: { renderer: "qwen3.5", parser: "qwen3.5" },
});
