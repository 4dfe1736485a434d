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
  calls: { each: "[TOOL_CALLS]«name»[ARGS]«args»" },
  generate: "",
};

/** Ministral 3, Devstral and others with tokenizer v13: name and arguments, each behind a token. */
export const ministral: ModelFamily = {
  id: "ministral",
  title: "Ministral 3 ([TOOL_CALLS] NAME [ARGS])",
  format: "mistral-v13",
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
    { text: "[THINK]", type: "control" },
    { text: "[/THINK]", type: "control" },
  ],
  eos: "</s>",
  ends: ["</s>"],
  bos: "<s>",
  toolResultSigns: ["[TOOL_RESULTS]"],
  chatTemplate: jinjaTemplate(layout),
  ollama: { parser: "ministral", template: goTemplate(layout) },
};
