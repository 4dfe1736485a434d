import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { goTemplate } from "../go-template.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["system<|role_sep|>\n", "<|message_sep|>\n\n"],
  tools: ["<|message_sep|>\n\nfunction descriptions<|role_sep|>\n", "\n"],
  user: ["user<|role_sep|>\n", "<|message_sep|>\n\n"],
  assistant: ["assistant<|role_sep|>\n", "<|message_sep|>\n\n"],
  result: ["function result<|role_sep|>\n", "<|message_sep|>\n\n"],
  calls: { around: ["<|message_sep|>\n\nfunction call<|role_sep|>\n", ""], each: '{"name": "«name»", "arguments": «args»}' },
};

/** GigaChat 3: messages headed by a role, and a message for the one call. */
export const gigachat3: ModelFamily = {
  id: "gigachat3",
  title: "GigaChat 3 (a message of the role function call)",
  format: "gigachat3",
  specials: [
    // The line feeds belong to the tokens.
    { text: "<s>", type: "control" },
    { text: "</s>", type: "control" },
    { text: "<|role_sep|>\n", type: "control" },
    { text: "<|message_sep|>\n\n", type: "control" },
  ],
  eos: "</s>",
  ends: ["</s>"],
  bos: "<s>",
  toolResultSigns: ["function result<|role_sep|>"],
  layout,
  oneCall: true,
  chatTemplate: jinjaTemplate(layout),
  ollama: { template: goTemplate(layout) },
};
