import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { goTemplate } from "../go-template.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["<|begin_system|>\n", "\n"],
  tools: ["\n<available_tools>\n", "\n</available_tools>"],
  user: ["<|begin_user|>\n", ""],
  assistant: ["\n<|begin_assistant|>\n", "\n<|end|>\n"],
  result: ["<|begin_tool_result|>\n", "\n"],
  calls: { around: ["\n<tool_calls>[", "]</tool_calls>"], each: '{"name": "«name»", "arguments": «args»}', between: ", " },
};

/**
 * Apriel 1.6: an array in tags. Its own template (llama.cpp's `Apriel-1.6-15b-Thinker-fixed.jinja`) opens reasoning in every prompt;
 * this one leaves it out. The four tokens at the end of the list are those that the maker's model card names; whether they are
 * declared special it does not say, so that those that do not look it to llama.cpp's converter are text here.
 */
export const apriel: ModelFamily = {
  id: "apriel",
  title: "Apriel 1.6 (JSON in <tool_calls>)",
  format: "apriel",
  specials: [
    { text: "<unk>", type: "control" },
    { text: "<s>", type: "control" },
    { text: "</s>", type: "control" },
    { text: "<|end|>", type: "control" },
    { text: "[BEGIN FINAL RESPONSE]", type: "user-defined" },
    { text: "<tool_calls>", type: "user-defined" },
    { text: "</tool_calls>", type: "user-defined" },
  ],
  eos: "<|end|>",
  ends: ["<|end|>", "</s>"],
  bos: "<s>",
  toolResultSigns: ["<|begin_tool_result|>"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: { template: goTemplate(layout) },
};
