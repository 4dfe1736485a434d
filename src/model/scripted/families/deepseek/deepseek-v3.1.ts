import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["", ""],
  tools: ["\n\n## Tools\n", "\n"],
  user: ["<｜User｜>", ""],
  assistant: ["<｜Assistant｜>", "<｜end▁of▁sentence｜>"],
  result: ["<｜tool▁output▁begin｜>", "<｜tool▁output▁end｜>"],
  calls: {
    around: ["<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>"],
    each: "<｜tool▁call▁begin｜>«name»<｜tool▁sep｜>«args»<｜tool▁call▁end｜>",
  },
  reasoning: { wrap: ["<think>", "</think>"] },
};

/**
 * DeepSeek 3.1: name and JSON between tokens. Those of tools are control tokens because llama.cpp's converter takes every added token
 * between `<｜` and `｜>` for one, whatever the tokenizer declares (`does_token_look_special`).
 */
export const deepseek3: ModelFamily = {
  id: "deepseek-v3.1",
  title: "DeepSeek 3.1 (<｜tool▁call▁begin｜>)",
  format: "deepseek-v3.1",
  specials: [
    { text: "<｜begin▁of▁sentence｜>", type: "control" },
    { text: "<｜end▁of▁sentence｜>", type: "control" },
    { text: "<｜User｜>", type: "control" },
    { text: "<｜Assistant｜>", type: "control" },
    { text: "<think>", type: "user-defined" },
    { text: "</think>", type: "user-defined" },
    { text: "<｜tool▁calls▁begin｜>", type: "control" },
    { text: "<｜tool▁calls▁end｜>", type: "control" },
    { text: "<｜tool▁call▁begin｜>", type: "control" },
    { text: "<｜tool▁call▁end｜>", type: "control" },
    { text: "<｜tool▁sep｜>", type: "control" },
    { text: "<｜tool▁output▁begin｜>", type: "control" },
    { text: "<｜tool▁output▁end｜>", type: "control" },
    { text: "<｜tool▁outputs▁begin｜>", type: "control" },
    { text: "<｜tool▁outputs▁end｜>", type: "control" },
  ],
  eos: "<｜end▁of▁sentence｜>",
  ends: ["<｜end▁of▁sentence｜>"],
  bos: "<｜begin▁of▁sentence｜>",
  toolResultSigns: ["<｜tool▁output▁begin｜>"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: { renderer: "deepseek3.1", parser: "deepseek3" },
};
