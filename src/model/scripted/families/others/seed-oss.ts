import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["<seed:bos>system\n", "<seed:eos>"],
  tools: ["\n\nTools that can be called:\n", "\n"],
  user: ["<seed:bos>user\n", "<seed:eos>"],
  assistant: ["<seed:bos>assistant\n", "<seed:eos>"],
  result: ["<seed:bos>tool\n", "<seed:eos>"],
  calls: {
    each: "\n<seed:tool_call>\n<function=«name»>\n«args»</function>\n</seed:tool_call>",
    argument: "<parameter=«key»>«value»</parameter>\n",
  },
  reasoning: { wrap: ["<seed:think>", "</seed:think>\n"] },
};

/** Seed-OSS: calls as elements, a section for each. */
export const seedOss: ModelFamily = {
  id: "seed-oss",
  title: "Seed-OSS (<function=…> in <seed:tool_call>)",
  format: "seed-oss",
  specials: [
    { text: "<seed:bos>", type: "control" },
    { text: "<seed:eos>", type: "control" },
    { text: "<seed:pad>", type: "control" },
    { text: "<seed:think>", type: "user-defined" },
    { text: "</seed:think>", type: "user-defined" },
    { text: "<seed:tool_call>", type: "user-defined" },
    { text: "</seed:tool_call>", type: "user-defined" },
  ],
  eos: "<seed:eos>",
  ends: ["<seed:eos>"],
  bos: null,
  toolResultSigns: ["<seed:bos>tool"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: {},
};
