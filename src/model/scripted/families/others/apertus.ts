import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { goTemplate } from "../go-template.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["<|system_start|>", "<|system_end|>"],
  tools: ["\n\nTool Capabilities:\n", "\n"],
  user: ["<|user_start|>", "<|user_end|>"],
  assistant: ["<|assistant_start|>", "<|assistant_end|>"],
  result: ["[", "]"],
  calls: { around: ["<|tools_prefix|>[", "]<|tools_suffix|>"], each: '{"«name»": «args»}', between: ", " },
  reasoning: { wrap: ["<|inner_prefix|>", "<|inner_suffix|>"] },
};

/** Apertus: an array of objects whose key is the name, between tokens. Its own template closes no turn between a call and its result. */
export const apertus: ModelFamily = {
  id: "apertus",
  title: "Apertus (<|tools_prefix|> and a JSON array)",
  format: "apertus",
  specials: [
    { text: "<unk>", type: "control" },
    { text: "<s>", type: "control" },
    { text: "</s>", type: "control" },
    { text: "<pad>", type: "control" },
    { text: "<|system_start|>", type: "control" },
    { text: "<|system_end|>", type: "control" },
    { text: "<|developer_start|>", type: "control" },
    { text: "<|developer_end|>", type: "control" },
    { text: "<|user_start|>", type: "control" },
    { text: "<|user_end|>", type: "control" },
    { text: "<|assistant_start|>", type: "control" },
    { text: "<|assistant_end|>", type: "control" },
    { text: "<|inner_prefix|>", type: "control" },
    { text: "<|inner_suffix|>", type: "control" },
    { text: "<|tools_prefix|>", type: "control" },
    { text: "<|tools_suffix|>", type: "control" },
  ],
  eos: "<|assistant_end|>",
  ends: ["<|assistant_end|>", "</s>"],
  bos: "<s>",
  toolResultSigns: ["<|assistant_end|>["],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: { template: goTemplate(layout) },
};
