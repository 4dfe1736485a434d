import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { goTemplate } from "../go-template.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["<|start|>developer<|message|>", "<|end|>"],
  tools: ["\n\n# Tools\n\n## functions\n\n", ""],
  user: ["<|start|>user<|message|>", "<|end|>"],
  assistant: ["<|start|>assistant<|channel|>final<|message|>", "<|end|>"],
  result: ["<|start|>functions to=assistant<|channel|>commentary<|message|>", "<|end|>"],
  reasoning: { wrap: ["<|start|>assistant<|channel|>analysis<|message|>", "<|end|>"], apart: true },
  calls: {
    each: "<|end|><|start|>assistant<|channel|>commentary to=functions.«name» <|constrain|>json<|message|>«args»<|call|>",
  },
  generate: "<|start|>assistant",
};

/** gpt-oss: messages with channels and recipients. */
export const gptOss: ModelFamily = {
  id: "gpt-oss",
  title: "gpt-oss (harmony)",
  format: "gpt-oss",
  specials: [
    { text: "<|startoftext|>", type: "control" },
    { text: "<|endoftext|>", type: "control" },
    { text: "<|return|>", type: "control" },
    { text: "<|constrain|>", type: "user-defined" },
    { text: "<|channel|>", type: "user-defined" },
    { text: "<|start|>", type: "user-defined" },
    { text: "<|end|>", type: "user-defined" },
    { text: "<|message|>", type: "user-defined" },
    { text: "<|call|>", type: "control" },
  ],
  eos: "<|return|>",
  ends: ["<|return|>", "<|call|>", "<|endoftext|>"],
  bos: null,
  toolResultSigns: [" to=assistant<|channel|>"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: { parser: "harmony", template: goTemplate(layout) },
};
