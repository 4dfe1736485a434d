import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { goTemplate } from "../go-template.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["<|bom|><|system|> ", "<|eom|>"],
  tools: ["\n<tool_definitions>\n", "\n</tool_definitions>"],
  user: ["<|bom|><|user|> ", "<|eom|>"],
  assistant: ["<|bom|><|assistant|> ", "<|eom|>"],
  result: ["<|bom|><|tool|> ", "<|eom|>"],
  calls: { around: ["<tool_calls>[", "]</tool_calls>"], each: '{"name": "«name»", "arguments": «args»}', between: ", " },
  generate: "<|bom|><|assistant|>",
};

/** Jamba: messages between tokens, an array between two more. */
export const jamba: ModelFamily = {
  id: "jamba",
  title: "Jamba (JSON in <tool_calls>)",
  format: "jamba",
  specials: [
    { text: "<|pad|>", type: "control" },
    { text: "<|startoftext|>", type: "control" },
    { text: "<|endoftext|>", type: "control" },
    { text: "<|unk|>", type: "control" },
    { text: "<|bom|>", type: "control" },
    { text: "<|eom|>", type: "control" },
    { text: "<|system|>", type: "control" },
    { text: "<|user|>", type: "control" },
    { text: "<|assistant|>", type: "control" },
    { text: "<|tool|>", type: "control" },
    { text: "<tool_calls>", type: "control" },
    { text: "</tool_calls>", type: "control" },
  ],
  eos: "<|eom|>",
  ends: ["<|eom|>", "<|endoftext|>"],
  bos: "<|startoftext|>",
  toolResultSigns: ["<|bom|><|tool|>"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: { template: goTemplate(layout) },
};
