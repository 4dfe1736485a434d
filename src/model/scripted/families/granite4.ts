import type { ChatLayout } from "./chat-layout.ts";
import type { ModelFamily } from "./family.ts";
import { goTemplate } from "./go-template.ts";
import { jinjaTemplate } from "./jinja-template.ts";

const layout: ChatLayout = {
  system: ["<|start_of_role|>system<|end_of_role|>", "<|end_of_text|>\n"],
  tools: ["\n\nThese tools can be called:\n", "\n"],
  user: ["<|start_of_role|>user<|end_of_role|>", "<|end_of_text|>\n"],
  assistant: ["<|start_of_role|>assistant<|end_of_role|>", "<|end_of_text|>\n"],
  result: ["<|start_of_role|>user<|end_of_role|>\n<tool_response>\n", "<|end_of_text|>\n"],
  calls: { each: '<tool_call>\n{"name": "«name»", "arguments": «args»}\n</tool_call>', between: "\n" },
};

/** Granite 4: calls as JSON in tags. */
export const granite4: ModelFamily = {
  id: "granite4",
  title: "Granite 4 (JSON in <tool_call>)",
  format: "granite4",
  specials: [
    { text: "<|end_of_text|>", type: "control" },
    { text: "<|start_of_role|>", type: "control" },
    { text: "<|end_of_role|>", type: "control" },
    { text: "<tool_call>", type: "user-defined" },
    { text: "</tool_call>", type: "user-defined" },
  ],
  eos: "<|end_of_text|>",
  ends: ["<|end_of_text|>"],
  bos: null,
  toolResultSigns: ["<tool_response>"],
  chatTemplate: jinjaTemplate(layout),
  ollama: { template: goTemplate(layout) },
};
