import type { ChatLayout } from "./chat-layout.ts";
import type { ModelFamily } from "./family.ts";
import { goTemplate } from "./go-template.ts";
import { jinjaTemplate } from "./jinja-template.ts";

const layout: ChatLayout = {
  system: ["[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]"],
  tools: ["[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]"],
  user: ["[INST]", "[/INST]"],
  assistant: ["", "</s>"],
  result: ["[TOOL_RESULTS]", "[/TOOL_RESULTS]"],
  calls: { each: "[TOOL_CALLS]«name»«args»" },
  generate: "",
};

/** Mistral Small 3.1 and Magistral: a token and the name before each object. */
export const mistralSmall31: ModelFamily = {
  id: "mistral-small3.1",
  title: "Mistral Small 3.1 ([TOOL_CALLS] NAME and JSON)",
  format: "mistral-v11",
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
    { text: "[SYSTEM_PROMPT]", type: "control" },
    { text: "[/SYSTEM_PROMPT]", type: "control" },
  ],
  eos: "</s>",
  ends: ["</s>"],
  bos: "<s>",
  toolResultSigns: ["[TOOL_RESULTS]"],
  chatTemplate: jinjaTemplate(layout),
  ollama: { template: goTemplate(layout) },
};
