import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { goTemplate } from "../go-template.ts";
import { qwen25 } from "./qwen2.5.ts";

/** Qwen 3: as Qwen 2.5, and it reasons. */
export const qwen3: ModelFamily = familyLike(qwen25, {
  id: "qwen3",
  title: "Qwen 3 (ChatML, JSON in <tool_call>, <think>)",
  format: "qwen2.5",
  layout: { reasoning: { wrap: ["<think>\n", "\n</think>\n\n"] } },
  moreSpecials: [
    { text: "<think>", type: "user-defined" },
    { text: "</think>", type: "user-defined" },
    { text: "<tool_response>", type: "user-defined" },
    { text: "</tool_response>", type: "user-defined" },
  ],
  ollama: (layout) => ({ parser: "qwen3", template: goTemplate(layout) }),
});
