import { chatMl, toolsInTags, type ChatLayout } from "./chat-layout.ts";
import type { ModelFamily } from "./family.ts";
import { jinjaTemplate } from "./jinja-template.ts";

const layout: ChatLayout = {
  ...chatMl,
  tools: toolsInTags('with a JSON object in <tool_call></tool_call>: {"name": NAME, "arguments": ARGUMENTS}'),
  calls: { each: '<tool_call>\n{"name": "«name»", "arguments": «args»}\n</tool_call>', between: "\n" },
};

/** Qwen 3 VL, the variant that does not reason. */
export const qwen3Vl: ModelFamily = {
  id: "qwen3-vl",
  title: "Qwen 3 VL Instruct (ChatML, JSON in <tool_call>)",
  format: "qwen2.5",
  specials: [
    { text: "<|endoftext|>", type: "control" },
    { text: "<|im_start|>", type: "control" },
    { text: "<|im_end|>", type: "control" },
    { text: "<tool_call>", type: "user-defined" },
    { text: "</tool_call>", type: "user-defined" },
    { text: "<tool_response>", type: "user-defined" },
    { text: "</tool_response>", type: "user-defined" },
  ],
  eos: "<|im_end|>",
  ends: ["<|im_end|>", "<|endoftext|>"],
  bos: null,
  toolResultSigns: ["<tool_response>"],
  chatTemplate: jinjaTemplate(layout),
  ollama: { renderer: "qwen3-vl-instruct", parser: "qwen3-vl-instruct" },
};
