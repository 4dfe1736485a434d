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
    result: ["<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|><|START_TOOL_RESULT|>", "<|END_TOOL_RESULT|><|END_OF_TURN_TOKEN|>"],
    reasoning: { wrap: ["<|START_THINKING|>", "<|END_THINKING|>"] },
    calls: {
      around: ["<|START_ACTION|>[", "]<|END_ACTION|>"],
      each: '{"tool_call_id": "0", "tool_name": "«name»", "parameters": «args»}',
      between: ", ",
    },
  },
  moreSpecials: [
    { text: "<|START_THINKING|>", type: "user-defined" },
    { text: "<|END_THINKING|>", type: "user-defined" },
    { text: "<|START_RESPONSE|>", type: "user-defined" },
    { text: "<|END_RESPONSE|>", type: "user-defined" },
    { text: "<|START_ACTION|>", type: "user-defined" },
    { text: "<|END_ACTION|>", type: "user-defined" },
    { text: "<|START_TOOL_RESULT|>", type: "user-defined" },
    { text: "<|END_TOOL_RESULT|>", type: "user-defined" },
  ],
  toolResultSigns: ["<|START_TOOL_RESULT|>"],
  ollama: (layout) => ({ template: goTemplate(layout) }),
});
