import { chatMl, toolsInTags, type ChatLayout } from "./chat-layout.ts";
import type { ModelFamily } from "./family.ts";
import { jinjaTemplate } from "./jinja-template.ts";

const layout: ChatLayout = {
  ...chatMl,
  tools: toolsInTags("with <tool_call>, <function=NAME> and <parameter=KEY> elements"),
  calls: {
    each: "<tool_call>\n<function=«name»>\n«args»</function>\n</tool_call>",
    argument: "<parameter=«key»>\n«value»\n</parameter>\n",
    between: "\n",
  },
};

/** Qwen 3 Coder: ChatML, calls as elements. */
export const qwen3Coder: ModelFamily = {
  id: "qwen3-coder",
  title: "Qwen 3 Coder (ChatML, <function=…> in <tool_call>)",
  format: "qwen3-coder",
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
  chatTemplate: jinjaTemplate(layout),
  ollama: { renderer: "qwen3-coder", parser: "qwen3-coder" },
};
