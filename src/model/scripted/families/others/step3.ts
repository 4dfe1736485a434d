import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["<|BOT|>system\n", "<|EOT|>"],
  tools: ["<|EOT|><|BOT|>tool_json_schemas\n", ""],
  user: ["<|BOT|>human\n", "<|EOT|>"],
  assistant: ["<|BOT|>assistant\n", "<|EOT|>"],
  result: ["<|BOT|>tool\n", "<|EOT|>"],
  calls: {
    around: ["<｜tool_calls_begin｜>", "<｜tool_calls_end｜>"],
    each: '<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="«name»">«args»</steptml:invoke><｜tool_call_end｜>',
    argument: '<steptml:parameter name="«key»">«value»</steptml:parameter>',
  },
  reasoning: { wrap: ["<think>\n", "\n</think>\n"] },
};

/**
 * Step 3: calls as elements within tokens of their own. Source: vLLM's and SGLang's parsers of its calls, and the chat template of
 * the maker's Step-Audio 2 for roles; that results are a message of the role `tool` is taken from there, Step 3's own template was
 * not found to say it.
 */
export const step3: ModelFamily = {
  id: "step3",
  title: "Step 3 (<steptml:invoke> in <｜tool_call_begin｜>)",
  format: "step3",
  specials: [
    { text: "<｜begin▁of▁sentence｜>", type: "control" },
    { text: "<｜end▁of▁sentence｜>", type: "control" },
    { text: "<|BOT|>", type: "control" },
    { text: "<|EOT|>", type: "control" },
    { text: "<｜tool_calls_begin｜>", type: "control" },
    { text: "<｜tool_calls_end｜>", type: "control" },
    { text: "<｜tool_call_begin｜>", type: "control" },
    { text: "<｜tool_call_end｜>", type: "control" },
    { text: "<｜tool_sep｜>", type: "control" },
    { text: "<think>", type: "user-defined" },
    { text: "</think>", type: "user-defined" },
  ],
  eos: "<|EOT|>",
  ends: ["<|EOT|>", "<｜end▁of▁sentence｜>"],
  bos: null,
  toolResultSigns: ["<|BOT|>tool\n"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: {},
};
