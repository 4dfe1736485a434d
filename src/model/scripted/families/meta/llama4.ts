import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["<|header_start|>system<|header_end|>\n\n", "<|eot|>"],
  tools: ["\n\nThese functions can be called:\n", "\n"],
  user: ["<|header_start|>user<|header_end|>\n\n", "<|eot|>"],
  assistant: ["<|header_start|>assistant<|header_end|>\n\n", "<|eot|>"],
  result: ["<|header_start|>ipython<|header_end|>\n\n", "<|eot|>"],
  calls: {
    around: ["[", "]"],
    each: "«name»(«args»)",
    argument: "«key»='«value»'",
    argumentsBetween: ", ",
    between: ", ",
  },
};

/** Llama 4: Python calls in a list, at the start of an answer. */
export const llama4: ModelFamily = {
  id: "llama4",
  title: "Llama 4 (a list of Python calls)",
  format: "pythonic",
  specials: [
    { text: "<|begin_of_text|>", type: "control" },
    { text: "<|end_of_text|>", type: "control" },
    { text: "<|header_start|>", type: "control" },
    { text: "<|header_end|>", type: "control" },
    { text: "<|eom|>", type: "control" },
    { text: "<|eot|>", type: "control" },
    { text: "<|python_start|>", type: "control" },
    { text: "<|python_end|>", type: "control" },
  ],
  eos: "<|eot|>",
  ends: ["<|eot|>", "<|eom|>", "<|end_of_text|>"],
  bos: "<|begin_of_text|>",
  toolResultSigns: ["<|header_start|>ipython<|header_end|>"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: {},
};
