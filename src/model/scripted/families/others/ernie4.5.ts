import { toolsInTags, type ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["<|im_start|>system\n", "<|im_end|>\n\n"],
  tools: toolsInTags('with a JSON object in <tool_call></tool_call>: {"name": NAME, "arguments": ARGUMENTS}'),
  user: ["<|im_start|>user\n", "<|im_end|>\n\n"],
  assistant: ["<|im_start|>assistant\n", "<|im_end|>\n\n"],
  text: ["<response>\n", "\n</response>\n"],
  result: ["<|im_start|>tool\n<tool_output>\n", "\n</tool_output><|im_end|>\n\n"],
  calls: { each: '<tool_call>\n{"name": "«name»", "arguments": «args»}\n</tool_call>', between: "\n" },
  reasoning: { wrap: ["<think>\n", "\n</think>\n\n"] },
};

/** ERNIE 4.5 Thinking: ChatML with an empty line after each message, calls as JSON in tags, answers in tags of their own. */
export const ernie45: ModelFamily = {
  id: "ernie4.5",
  title: "ERNIE 4.5 (JSON in <tool_call>, <response>)",
  format: "ernie4.5",
  specials: [
    { text: "<unk>", type: "control" },
    { text: "<s>", type: "control" },
    { text: "</s>", type: "control" },
    { text: "<|im_start|>", type: "control" },
    { text: "<|im_end|>", type: "control" },
    { text: "<think>", type: "user-defined" },
    { text: "</think>", type: "user-defined" },
    { text: "<response>", type: "user-defined" },
    { text: "</response>", type: "user-defined" },
    { text: "<tool_call>", type: "user-defined" },
    { text: "</tool_call>", type: "user-defined" },
  ],
  eos: "<|im_end|>",
  ends: ["<|im_end|>", "</s>"],
  bos: null,
  toolResultSigns: ["<tool_output>"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: {},
};
