import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { goTemplate } from "../go-template.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["<|system|>", "<|end|>"],
  tools: ["<|tool|>", "<|/tool|>"],
  user: ["<|user|>", "<|end|>"],
  assistant: ["<|assistant|>", "<|end|>"],
  result: ["<|tool_response|>", "<|end|>"],
  calls: { around: ["functools[", "]"], each: '{"name": "«name»", "arguments": «args»}', between: ", " },
};

/** Phi 4 Mini: an array after a word that is not a token. */
export const phi4Mini: ModelFamily = {
  id: "phi4-mini",
  title: "Phi 4 Mini (functools[…])",
  format: "phi4-mini",
  specials: [
    { text: "<|endoftext|>", type: "control" },
    { text: "<|system|>", type: "control" },
    { text: "<|user|>", type: "control" },
    { text: "<|assistant|>", type: "control" },
    { text: "<|end|>", type: "control" },
    { text: "<|tool|>", type: "control" },
    { text: "<|/tool|>", type: "control" },
    { text: "<|tool_call|>", type: "control" },
    { text: "<|/tool_call|>", type: "control" },
    { text: "<|tool_response|>", type: "control" },
  ],
  eos: "<|end|>",
  ends: ["<|end|>", "<|endoftext|>"],
  bos: null,
  toolResultSigns: ["<|tool_response|>"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: { template: goTemplate(layout) },
};
