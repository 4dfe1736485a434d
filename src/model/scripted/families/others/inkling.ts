import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["<|message_system|><|content_text|>", "<|end_message|>"],
  tools: ["<|end_message|><|message_system|>tool_declare<|content_xml|>", ""],
  user: ["<|message_user|><|content_text|>", "<|end_message|>"],
  assistant: ["", "<|content_model_end_sampling|>"],
  text: ["<|message_model|><|content_text|>", "<|end_message|>"],
  result: ["<|message_tool|><|content_text|>", "<|end_message|>"],
  calls: { each: '<|message_model|>«name»<|content_invoke_tool_json|>{"name":"«name»","args":«args»}<|end_message|>' },
  reasoning: { wrap: ["<|message_model|><|content_thinking|>", "<|end_message|>"] },
  generate: "<|message_model|>",
};

/**
 * Inkling: a message for each kind of text, headed by who says it. Source: vLLM's encoding of its chats
 * (`vllm/renderers/inkling.py` and what it imports), which writes the tools before the system message and the name of the tool
 * before its result.
 */
export const inkling: ModelFamily = {
  id: "inkling",
  title: "Inkling (<|content_invoke_tool_json|>)",
  format: "inkling",
  specials: [
    { text: "<|endoftext|>", type: "control" },
    { text: "<|message_user|>", type: "control" },
    { text: "<|message_model|>", type: "control" },
    { text: "<|message_system|>", type: "control" },
    { text: "<|message_tool|>", type: "control" },
    { text: "<|content_text|>", type: "control" },
    { text: "<|content_xml|>", type: "control" },
    { text: "<|content_thinking|>", type: "control" },
    { text: "<|content_invoke_tool_json|>", type: "control" },
    { text: "<|content_model_end_sampling|>", type: "control" },
    { text: "<|end_message|>", type: "control" },
  ],
  eos: "<|content_model_end_sampling|>",
  ends: ["<|content_model_end_sampling|>", "<|endoftext|>"],
  bos: null,
  toolResultSigns: ["<|message_tool|>"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: {},
};
