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
  calls: { each: "[TOOL_CALLS]«name»[CALL_ID]«id»[ARGS]«args»" },
  generate: "",
};

/** Mistral Small 3.2: name, id and arguments, each behind a token. */
export const mistralSmall32: ModelFamily = {
  id: "mistral-small3.2",
  title: "Mistral Small 3.2 ([TOOL_CALLS] [CALL_ID] [ARGS])",
  format: "mistral-callid",
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
    { text: "[CALL_ID]", type: "control" },
    { text: "[ARGS]", type: "control" },
  ],
  eos: "</s>",
  ends: ["</s>"],
  bos: "<s>",
  toolResultSigns: ["[TOOL_RESULTS]"],
  chatTemplate: jinjaTemplate(layout),
  ollama: { template: goTemplate(layout) },
};
