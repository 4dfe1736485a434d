import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { goTemplate } from "../go-template.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|>", "<|END_OF_TURN_TOKEN|>"],
  tools: ["\n\n## Available Tools\n", "\n"],
  user: ["<|START_OF_TURN_TOKEN|><|USER_TOKEN|>", "<|END_OF_TURN_TOKEN|>"],
  assistant: ["<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>", "<|END_OF_TURN_TOKEN|>"],
  result: ["<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|><results>\n", "\n</results><|END_OF_TURN_TOKEN|>"],
  calls: { around: ["Action:\n```json\n[", "]\n```"], each: '{"tool_name": "«name»", "parameters": «args»}', between: ", " },
};

/** Command R: an array in a fence below a word. */
export const commandR: ModelFamily = {
  id: "command-r",
  title: "Command R (Action: and a fence)",
  format: "command-r-plus",
  specials: [
    { text: "<PAD>", type: "control" },
    { text: "<BOS_TOKEN>", type: "control" },
    { text: "<|START_OF_TURN_TOKEN|>", type: "control" },
    { text: "<|END_OF_TURN_TOKEN|>", type: "control" },
    { text: "<|USER_TOKEN|>", type: "control" },
    { text: "<|CHATBOT_TOKEN|>", type: "control" },
    { text: "<|SYSTEM_TOKEN|>", type: "control" },
  ],
  eos: "<|END_OF_TURN_TOKEN|>",
  ends: ["<|END_OF_TURN_TOKEN|>"],
  bos: "<BOS_TOKEN>",
  toolResultSigns: ["<|SYSTEM_TOKEN|><results>"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: { template: goTemplate(layout) },
};
