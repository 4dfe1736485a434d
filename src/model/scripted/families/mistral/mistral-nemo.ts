import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { goTemplate } from "../go-template.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["", ""],
  tools: ["[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]"],
  user: ["[INST]", "[/INST]"],
  assistant: ["", "</s>"],
  result: ["[TOOL_RESULTS]", "[/TOOL_RESULTS]"],
  calls: { around: ["[TOOL_CALLS][", "]"], each: '{"name": "«name»", "arguments": «args», "id": "«id»"}', between: ", " },
  generate: "",
};

/** Mistral Nemo and others with tokenizer v3 to v7: a JSON array after one token. */
export const mistralNemo: ModelFamily = {
  id: "mistral-nemo",
  title: "Mistral Nemo ([TOOL_CALLS] and a JSON array)",
  format: "mistral-v3",
  specials: [
    { text: "<unk>", type: "control" },
    { text: "<s>", type: "control" },
    { text: "</s>", type: "control" },
    { text: "[INST]", type: "control" },
    { text: "[/INST]", type: "control" },
    { text: "[AVAILABLE_TOOLS]", type: "control" },
    { text: "[/AVAILABLE_TOOLS]", type: "control" },
    { text: "[TOOL_RESULTS]", type: "control" },
    { text: "[/TOOL_RESULTS]", type: "control" },
    { text: "[TOOL_CALLS]", type: "control" },
  ],
  eos: "</s>",
  ends: ["</s>"],
  bos: "<s>",
  toolResultSigns: ["[TOOL_RESULTS]"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: { template: goTemplate(layout) },
};
