import { chatMl, toolsInTags, type ChatLayout } from "./chat-layout.ts";
import type { ModelFamily } from "./family.ts";
import { goTemplate } from "./go-template.ts";
import { jinjaTemplate } from "./jinja-template.ts";

const layout: ChatLayout = {
  ...chatMl,
  tools: toolsInTags('with a JSON object in <tool_call></tool_call>: {"name": NAME, "arguments": ARGUMENTS}'),
  calls: { each: '<tool_call>\n{"name": "«name»", "arguments": «args»}\n</tool_call>', between: "\n" },
};

/** Hermes 2 Pro and 3: ChatML, with the tags of calls as ordinary text. */
export const hermes: ModelFamily = {
  id: "hermes",
  title: "Hermes (ChatML, JSON in <tool_call> as text)",
  format: "hermes",
  specials: [
    { text: "<|endoftext|>", type: "control" },
    { text: "<|im_start|>", type: "control" },
    { text: "<|im_end|>", type: "control" },
  ],
  eos: "<|im_end|>",
  ends: ["<|im_end|>", "<|endoftext|>"],
  bos: null,
  toolResultSigns: ["<tool_response>"],
  chatTemplate: jinjaTemplate(layout),
  ollama: { template: goTemplate(layout) },
};
