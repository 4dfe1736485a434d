import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["<|begin|>system<|content|>", "<|end|>"],
  tools: ["\n\n## Tools\n<|tools:begin|>", "<|tools:end|>\n"],
  user: ["<|begin|>user<|content|>", "<|end|>"],
  assistant: ["", ""],
  text: ["<|begin|>assistant<|content|>", "<|end|>"],
  result: ["<|begin|>tool<|tool_response|><|tool_response:result|>", "<|tool_response:end|><|end|>"],
  calls: {
    around: ["<|begin|>assistant<|tool_calls|>", "<|calls|>"],
    each: "<|tool_call:begin|>«id»<|tool_call:name|>«name»<|tool_call:args|>«args»<|tool_call:end|>",
  },
  reasoning: { wrap: ["<|begin|>assistant<|think|>", "<|end|>"], apart: true },
  generate: "<|begin|>assistant",
};

/** Solar Open: a message for each kind of text, and calls with ids. */
export const solarOpen: ModelFamily = {
  id: "solar-open",
  title: "Solar Open (<|tool_call:begin|>)",
  format: "solar-open",
  specials: [
    { text: "<|startoftext|>", type: "control" },
    { text: "<|endoftext|>", type: "control" },
    { text: "<|begin|>", type: "control" },
    { text: "<|content|>", type: "control" },
    { text: "<|think|>", type: "control" },
    { text: "<|tool_calls|>", type: "control" },
    { text: "<|tool_response|>", type: "control" },
    { text: "<|flush|>", type: "control" },
    { text: "<|calls|>", type: "control" },
    { text: "<|tools:begin|>", type: "control" },
    { text: "<|tools:end|>", type: "control" },
    { text: "<|tool_call:begin|>", type: "control" },
    { text: "<|tool_call:name|>", type: "control" },
    { text: "<|tool_call:args|>", type: "control" },
    { text: "<|tool_call:end|>", type: "control" },
    { text: "<|tool_response:begin|>", type: "control" },
    { text: "<|tool_response:name|>", type: "control" },
    { text: "<|tool_response:result|>", type: "control" },
    { text: "<|tool_response:end|>", type: "control" },
    { text: "<|end|>", type: "user-defined" },
  ],
  eos: "<|flush|>",
  ends: ["<|flush|>", "<|calls|>", "<|endoftext|>"],
  bos: null,
  toolResultSigns: ["<|tool_response:result|>"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: {},
};
