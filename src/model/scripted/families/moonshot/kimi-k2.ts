import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["<|im_system|>system<|im_middle|>", "<|im_end|>"],
  tools: ["\n\n## Tools\n", "\n"],
  user: ["<|im_user|>user<|im_middle|>", "<|im_end|>"],
  assistant: ["<|im_assistant|>assistant<|im_middle|>", "<|im_end|>"],
  result: ["<|im_system|>tool<|im_middle|>## Return\n", "<|im_end|>"],
  calls: {
    around: ["<|tool_calls_section_begin|>", "<|tool_calls_section_end|>"],
    each: "<|tool_call_begin|>functions.«name»:0<|tool_call_argument_begin|>«args»<|tool_call_end|>",
  },
  reasoning: { wrap: ["<think>", "</think>"] },
};

/**
 * Kimi K2: a section of calls, each headed by its id. Roles stand between tokens of their own. Those of calls are control tokens as
 * llama.cpp's converter makes all special tokens of its vocabulary.
 */
export const kimiK2: ModelFamily = {
  id: "kimi-k2",
  title: "Kimi K2 (a section of calls, each with its id)",
  format: "kimi-k2",
  specials: [
    { text: "[BOS]", type: "control" },
    { text: "[EOS]", type: "control" },
    { text: "<|im_end|>", type: "control" },
    { text: "<|im_user|>", type: "control" },
    { text: "<|im_assistant|>", type: "control" },
    { text: "<|im_system|>", type: "control" },
    { text: "<|im_middle|>", type: "control" },
    { text: "<|tool_calls_section_begin|>", type: "control" },
    { text: "<|tool_calls_section_end|>", type: "control" },
    { text: "<|tool_call_begin|>", type: "control" },
    { text: "<|tool_call_argument_begin|>", type: "control" },
    { text: "<|tool_call_end|>", type: "control" },
    { text: "<think>", type: "user-defined" },
    { text: "</think>", type: "user-defined" },
  ],
  eos: "<|im_end|>",
  ends: ["<|im_end|>", "[EOS]"],
  bos: null,
  toolResultSigns: ["<|im_system|>tool<|im_middle|>"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: {},
};
