import { chatMl, type ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  ...chatMl,
  result: ["<|im_start|>tool\n<|tool_response_start|>", "<|tool_response_end|><|im_end|>\n"],
  tools: ["\nList of tools: <|tool_list_start|>[", "]<|tool_list_end|>"],
  calls: {
    around: ["<|tool_call_start|>[", "]<|tool_call_end|>"],
    each: "«name»(«args»)",
    argument: "«key»='«value»'",
    argumentsBetween: ", ",
    between: ", ",
  },
};

/** LFM 2: Python calls between tokens. */
export const lfm2: ModelFamily = {
  id: "lfm2",
  title: "LFM 2 (Python calls)",
  format: "lfm2",
  specials: [
    { text: "<|pad|>", type: "control" },
    { text: "<|startoftext|>", type: "control" },
    { text: "<|endoftext|>", type: "control" },
    { text: "<|im_start|>", type: "control" },
    { text: "<|im_end|>", type: "control" },
    { text: "<|tool_list_start|>", type: "control" },
    { text: "<|tool_list_end|>", type: "control" },
    { text: "<|tool_call_start|>", type: "control" },
    { text: "<|tool_call_end|>", type: "control" },
    { text: "<|tool_response_start|>", type: "control" },
    { text: "<|tool_response_end|>", type: "control" },
  ],
  eos: "<|im_end|>",
  ends: ["<|im_end|>", "<|endoftext|>"],
  bos: "<|startoftext|>",
  toolResultSigns: ["<|im_start|>tool"],
  layout,
  // Ollama's lfm2_test.go: "backslash escapes are preserved as-is, not processed"; its renderer and Python read them as escapes.
  escapesDisputed: true,
  chatTemplate: jinjaTemplate(layout),
  ollama: { renderer: "lfm2", parser: "lfm2" },
};
