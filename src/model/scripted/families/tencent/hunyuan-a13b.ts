import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  begin: "<|startoftext|>",
  system: ["", "<|extra_4|>"],
  tools: ["\n\nThese functions can be called:\n", "\n"],
  user: ["", "<|extra_0|>"],
  assistant: ["", "<|eos|>"],
  text: ["<answer>\n", "\n</answer>"],
  result: ["<tool_response>", "</tool_response><|extra_0|>"],
  calls: { around: ["<tool_calls>[", "]</tool_calls>"], each: '{"name": "«name»", "arguments": «args»}', between: ", " },
  reasoning: { wrap: ["<think>\n", "\n</think>\n"] },
};

/** Hunyuan A13B: turns end with a token and begin with none; the tags of calls, reasoning and answers are ordinary text. */
export const hunyuanA13b: ModelFamily = {
  id: "hunyuan-a13b",
  title: "Hunyuan A13B (JSON in <tool_calls>, <answer>)",
  format: "hunyuan-a13b",
  specials: [
    { text: "<|startoftext|>", type: "control" },
    { text: "<|endoftext|>", type: "control" },
    { text: "<|bos|>", type: "control" },
    { text: "<|eos|>", type: "control" },
    { text: "<|pad|>", type: "control" },
    { text: "<|extra_0|>", type: "control" },
    { text: "<|extra_4|>", type: "control" },
  ],
  eos: "<|eos|>",
  ends: ["<|eos|>", "<|endoftext|>"],
  bos: null,
  toolResultSigns: ["<tool_response>"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: {},
};
