import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { goTemplate } from "../go-template.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  begin: "<begin_of_document>",
  system: ["<beginning_of_sentence>system ai_setting=MiniMax AI\n", "<end_of_sentence>\n"],
  tools: ["<end_of_sentence>\n<beginning_of_sentence>system tool_setting=tools\n<tools>\n", "\n</tools>"],
  user: ["<beginning_of_sentence>user name=user\n", "<end_of_sentence>\n"],
  assistant: ["<beginning_of_sentence>ai name=MiniMax AI\n", "<end_of_sentence>\n"],
  result: ["<beginning_of_sentence>tool name=tools\ntool result: ", "\n\n<end_of_sentence>\n"],
  calls: { around: ["<tool_calls>\n", "</tool_calls>"], each: '{"name": "«name»", "arguments": «args»}\n' },
  reasoning: { wrap: ["<think>\n", "\n</think>\n"] },
};

/** MiniMax M1: sentences with a role, JSON objects in lines between tags that are ordinary text. */
export const minimaxM1: ModelFamily = {
  id: "minimax-m1",
  title: "MiniMax M1 (JSON lines in <tool_calls>)",
  format: "minimax-m1",
  specials: [
    { text: "<begin_of_document>", type: "control" },
    { text: "<end_of_document>", type: "control" },
    { text: "<beginning_of_sentence>", type: "control" },
    { text: "<end_of_sentence>", type: "control" },
  ],
  eos: "<end_of_sentence>",
  ends: ["<end_of_sentence>"],
  bos: null,
  toolResultSigns: ["<beginning_of_sentence>tool name=tools"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: { template: goTemplate(layout) },
};
