import type { ChatLayout } from "./chat-layout.ts";
import type { ModelFamily } from "./family.ts";
import { goTemplate } from "./go-template.ts";
import { jinjaTemplate } from "./jinja-template.ts";

const layout: ChatLayout = {
  system: ["<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|>", "<|END_OF_TURN_TOKEN|>"],
  tools: ["\n\n## Available Tools\n", "\n"],
  user: ["<|START_OF_TURN_TOKEN|><|USER_TOKEN|>", "<|END_OF_TURN_TOKEN|>"],
  assistant: ["<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>", "<|END_OF_TURN_TOKEN|>"],
  result: ["<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|><|START_TOOL_RESULT|>", "<|END_TOOL_RESULT|><|END_OF_TURN_TOKEN|>"],
  calls: {
    around: ["<|START_ACTION|>[", "]<|END_ACTION|>"],
    each: '{"tool_call_id": "0", "tool_name": "«name»", "parameters": «args»}',
    between: ", ",
  },
};

/** Command A and R7B: an array between tokens, text between others. */
export const commandA: ModelFamily = {
  id: "command-a",
  title: "Command A (<|START_ACTION|> and a JSON array)",
  format: "command-a",
  specials: [
    { text: "<PAD>", type: "control" },
    { text: "<BOS_TOKEN>", type: "control" },
    { text: "<|START_OF_TURN_TOKEN|>", type: "control" },
    { text: "<|END_OF_TURN_TOKEN|>", type: "control" },
    { text: "<|USER_TOKEN|>", type: "control" },
    { text: "<|CHATBOT_TOKEN|>", type: "control" },
    { text: "<|SYSTEM_TOKEN|>", type: "control" },
    { text: "<|START_THINKING|>", type: "user-defined" },
    { text: "<|END_THINKING|>", type: "user-defined" },
    { text: "<|START_RESPONSE|>", type: "user-defined" },
    { text: "<|END_RESPONSE|>", type: "user-defined" },
    { text: "<|START_ACTION|>", type: "user-defined" },
    { text: "<|END_ACTION|>", type: "user-defined" },
    { text: "<|START_TOOL_RESULT|>", type: "user-defined" },
    { text: "<|END_TOOL_RESULT|>", type: "user-defined" },
  ],
  eos: "<|END_OF_TURN_TOKEN|>",
  ends: ["<|END_OF_TURN_TOKEN|>"],
  bos: "<BOS_TOKEN>",
  toolResultSigns: ["<|START_TOOL_RESULT|>"],
  chatTemplate: jinjaTemplate(layout),
  ollama: { template: goTemplate(layout) },
};
