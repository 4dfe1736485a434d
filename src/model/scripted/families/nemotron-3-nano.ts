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

/** Nemotron 3 Nano: ChatML, calls as elements, and it reasons. */
export const nemotron3Nano: ModelFamily = {
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
  eos: "<|im_end|>",
  ends: ["<|im_end|>", "</s>"],
  bos: null,
  toolResultSigns: ["<tool_response>"],
  chatTemplate: jinjaTemplate(layout),
  ollama: { renderer: "nemotron-3-nano", parser: "nemotron-3-nano" },
};
