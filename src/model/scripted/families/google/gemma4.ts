import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  // llama.cpp takes templates without these words for old ones, and hands them results in another way.
  knownBy: "OpenAI Chat Completions: results are messages of the role tool",
  system: ["<|turn>system\n", "<turn|>\n"],
  tools: ["\nThese functions can be called:\n", "\n"],
  user: ["<|turn>user\n", "<turn|>\n"],
  assistant: ["<|turn>model\n", "<turn|>\n"],
  result: ['<|tool_response>response{value:<|"|>', '<|"|>}<tool_response|>'],
  reasoning: { wrap: ["<|channel>thought\n", "<channel|>"] },
  calls: { each: "<|tool_call>call:«name»{«args»}<tool_call|>", argument: '«key»:<|"|>«value»<|"|>', argumentsBetween: "," },
};

/** Gemma 4: calls with bare keys and texts between quotes of their own. */
export const gemma4: ModelFamily = {
  id: "gemma4",
  title: "Gemma 4 (<|tool_call>call:NAME{…})",
  format: "gemma4",
  specials: [
    { text: "<pad>", type: "control" },
    { text: "<eos>", type: "control" },
    { text: "<bos>", type: "control" },
    { text: "<|turn>", type: "control" },
    { text: "<turn|>", type: "control" },
    { text: "<|channel>", type: "control" },
    { text: "<channel|>", type: "control" },
    { text: "<|tool>", type: "user-defined" },
    { text: "<tool|>", type: "user-defined" },
    { text: "<|tool_call>", type: "user-defined" },
    { text: "<tool_call|>", type: "user-defined" },
    { text: "<|tool_response>", type: "user-defined" },
    { text: "<tool_response|>", type: "user-defined" },
    { text: '<|"|>', type: "user-defined" },
  ],
  eos: "<turn|>",
  ends: ["<turn|>", "<eos>", "<|tool_response>"],
  bos: "<bos>",
  toolResultSigns: ["<|tool_response>"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: { renderer: "gemma4", parser: "gemma4" },
};
