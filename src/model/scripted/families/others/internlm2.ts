import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { goTemplate } from "../go-template.ts";
import { qwen25 } from "../alibaba/qwen2.5.ts";

/** InternLM 2 and 2.5: ChatML, a JSON object between two openers and a closer. */
export const internlm2: ModelFamily = familyLike(qwen25, {
  id: "internlm2",
  title: "InternLM 2 (<|action_start|><|plugin|> and JSON)",
  format: "internlm2",
  specials: [
    { text: "<unk>", type: "control" },
    { text: "<s>", type: "control" },
    { text: "</s>", type: "control" },
    { text: "<|im_start|>", type: "control" },
    { text: "<|im_end|>", type: "control" },
    { text: "<|action_start|>", type: "control" },
    { text: "<|action_end|>", type: "control" },
    { text: "<|interpreter|>", type: "control" },
    { text: "<|plugin|>", type: "control" },
  ],
  ends: ["<|im_end|>", "</s>"],
  bos: "<s>",
  layout: {
    tools: ["<|im_end|>\n<|im_start|>system name=<|plugin|>\n", ""],
    result: ["<|im_start|>environment name=<|plugin|>\n", "<|im_end|>\n"],
    calls: { each: '<|action_start|><|plugin|>{"name": "«name»", "parameters": «args»}<|action_end|>' },
  },
  toolResultSigns: ["<|im_start|>environment"],
  ollama: (layout) => ({ template: goTemplate(layout) }),
});
