import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["<|start|>system<|message|>", "<|eot|>"],
  tools: ["\n\nThese functions can be called:\n", "\n"],
  user: ["<|start|>user<|message|>", "<|eot|>"],
  assistant: ["", ""],
  text: ["<|start|>assistant to=user<|message|>", "<|eot|>"],
  result: ["<|start|>tool<|message|><tool_output>\n", "\n</tool_output><|eot|>"],
  calls: {
    around: ["", "<|eot|>"],
    each: '<|start|>assistant to=«name»<|message|><atem:function_calls>\n<atem:invoke name="«name»">\n«args»</atem:invoke>\n</atem:function_calls>',
    argument: '<atem:parameter name="«key»">«value»</atem:parameter>\n',
    between: "<|eom|>",
  },
  reasoning: { wrap: ["<|start|>assistant to=self<|message|>", "<|eom|>"], apart: true },
  generate: "<|start|>assistant",
};

/**
 * Muse Glimmer: messages with recipients, calls as elements of text. Source: the maker's chat template as llama.cpp and vLLM ship it
 * (`muse-glimmer.jinja`), which also writes the tool's name into the heading and the tag of a result.
 */
export const museGlimmer: ModelFamily = {
  id: "muse-glimmer",
  title: "Muse Glimmer (to=NAME and <atem:invoke>)",
  format: "muse-glimmer",
  specials: [
    { text: "<|begin_of_text|>", type: "control" },
    { text: "<|end_of_text|>", type: "control" },
    { text: "<|start|>", type: "control" },
    { text: "<|message|>", type: "control" },
    { text: "<|eom|>", type: "control" },
    { text: "<|eot|>", type: "control" },
  ],
  eos: "<|eot|>",
  ends: ["<|eot|>", "<|end_of_text|>"],
  bos: "<|begin_of_text|>",
  toolResultSigns: ["<tool_output>"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: {},
};
