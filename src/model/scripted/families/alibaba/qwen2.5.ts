import { chatMl, toolsInTags, type ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { goTemplate } from "../go-template.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  ...chatMl,
  tools: toolsInTags('with a JSON object in <tool_call></tool_call>: {"name": NAME, "arguments": ARGUMENTS}'),
  calls: { each: '<tool_call>\n{"name": "«name»", "arguments": «args»}\n</tool_call>', between: "\n" },
};

/** Qwen 2.5 and its many relatives: ChatML, calls as JSON in tags. */
export const qwen25: ModelFamily = {
  id: "qwen2.5",
  title: "Qwen 2.5 (ChatML, JSON in <tool_call>)",
  format: "qwen2.5",
  specials: [
    { text: "<|endoftext|>", type: "control" },
    { text: "<|im_start|>", type: "control" },
    { text: "<|im_end|>", type: "control" },
    { text: "<tool_call>", type: "user-defined" },
    { text: "</tool_call>", type: "user-defined" },
  ],
  eos: "<|im_end|>",
  ends: ["<|im_end|>", "<|endoftext|>"],
  bos: null,
  toolResultSigns: ["<tool_response>"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: { template: goTemplate(layout) },
};
