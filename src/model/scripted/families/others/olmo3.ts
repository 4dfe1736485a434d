import { chatMl, type ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  ...chatMl,
  result: ["<|im_start|>environment\n", "<|im_end|>\n"],
  tools: ["\n<functions>\n", "\n</functions>"],
  calls: {
    around: ["<function_calls>", "</function_calls>"],
    each: "«name»(«args»)",
    argument: "«key»='«value»'",
    argumentsBetween: ", ",
    between: "\n",
  },
};

/** Olmo 3: Python calls, one per line, in tags that are ordinary text. */
export const olmo3: ModelFamily = {
  id: "olmo3",
  title: "Olmo 3 (Python calls in <function_calls>)",
  format: "olmo3",
  specials: [
    { text: "<|endoftext|>", type: "control" },
    { text: "<|im_start|>", type: "control" },
    { text: "<|im_end|>", type: "control" },
  ],
  eos: "<|im_end|>",
  ends: ["<|im_end|>", "<|endoftext|>"],
  bos: null,
  toolResultSigns: ["<|im_start|>environment"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: { renderer: "olmo3", parser: "olmo3" },
};
