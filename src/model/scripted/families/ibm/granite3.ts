import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { goTemplate } from "../go-template.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["<|start_of_role|>system<|end_of_role|>", "<|end_of_text|>\n"],
  tools: ["\n\nThese tools can be called:\n", "\n"],
  user: ["<|start_of_role|>user<|end_of_role|>", "<|end_of_text|>\n"],
  assistant: ["<|start_of_role|>assistant<|end_of_role|>", "<|end_of_text|>\n"],
  result: ["<|start_of_role|>tool_response<|end_of_role|>", "<|end_of_text|>\n"],
  calls: { around: ["<|tool_call|> [", "]"], each: '{"name": "«name»", "arguments": «args»}', between: ", " },
};

/** Granite 3: an array after one token. */
export const granite3: ModelFamily = {
  id: "granite3",
  title: "Granite 3 (<|tool_call|> and a JSON array)",
  format: "granite3",
  specials: [
    { text: "<|end_of_text|>", type: "control" },
    { text: "<|start_of_role|>", type: "control" },
    { text: "<|end_of_role|>", type: "control" },
    { text: "<|tool_call|>", type: "control" },
  ],
  eos: "<|end_of_text|>",
  ends: ["<|end_of_text|>"],
  bos: null,
  toolResultSigns: ["<|start_of_role|>tool_response<|end_of_role|>"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: { template: goTemplate(layout) },
};
