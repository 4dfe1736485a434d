import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { goTemplate } from "../go-template.ts";
import { commandR } from "./command-r.ts";

/** Command A and R7B: an array between tokens, text between others. */
export const commandA: ModelFamily = familyLike(commandR, {
  id: "command-a",
  title: "Command A (<|START_ACTION|> and a JSON array)",
  format: "command-a",
  layout: {
    text: ["<|START_RESPONSE|>", "<|END_RESPONSE|>"],
    result: ["<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|><|START_TOOL_RESULT|>", "<|END_TOOL_RESULT|><|END_OF_TURN_TOKEN|>"],
    reasoning: { wrap: ["<|START_THINKING|>", "<|END_THINKING|>"] },
    calls: {
      around: ["<|START_ACTION|>[", "]<|END_ACTION|>"],
      each: '{"tool_call_id": "0", "tool_name": "«name»", "parameters": «args»}',
      between: ", ",
    },
  },
  moreSpecials: [
    { text: "<|START_THINKING|>", type: "control" },
    { text: "<|END_THINKING|>", type: "control" },
    { text: "<|START_RESPONSE|>", type: "control" },
    { text: "<|END_RESPONSE|>", type: "control" },
    { text: "<|START_ACTION|>", type: "control" },
    { text: "<|END_ACTION|>", type: "control" },
    { text: "<|START_TOOL_RESULT|>", type: "control" },
    { text: "<|END_TOOL_RESULT|>", type: "control" },
  ],
  toolResultSigns: ["<|START_TOOL_RESULT|>"],
  ollama: (layout) => ({ template: goTemplate(layout) }),
});
