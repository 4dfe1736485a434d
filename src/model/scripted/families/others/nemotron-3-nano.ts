import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { qwen35 } from "../alibaba/qwen3.5.ts";

/** Nemotron 3 Nano: ChatML, calls as elements, and it reasons. */
export const nemotron3Nano: ModelFamily = familyLike(qwen35, {
  id: "nemotron-3-nano",
  title: "Nemotron 3 Nano (ChatML, <function=…> in <tool_call>, <think>)",
  format: "qwen3-coder",
  specials: [
    { text: "<unk>", type: "control" },
    { text: "<s>", type: "control" },
    { text: "</s>", type: "control" },
    { text: "<|im_start|>", type: "control" },
    { text: "<|im_end|>", type: "control" },
    { text: "<tool_call>", type: "user-defined" },
    { text: "</tool_call>", type: "user-defined" },
    { text: "<think>", type: "user-defined" },
    { text: "</think>", type: "user-defined" },
    { text: "<tool_response>", type: "user-defined" },
    { text: "</tool_response>", type: "user-defined" },
  ],
  ends: ["<|im_end|>", "</s>"],
  ollama: { renderer: "nemotron-3-nano", parser: "nemotron-3-nano" },
});
