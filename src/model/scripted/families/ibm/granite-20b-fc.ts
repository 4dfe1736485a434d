import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["SYSTEM: ", "\n\n"],
  tools: ["\n<|function_call_library|>\n", "\n"],
  user: ["\nUSER: ", ""],
  assistant: ["\nASSISTANT: ", "<|endoftext|>"],
  result: ["<function_response> ", ""],
  calls: { each: '<function_call> {"name": "«name»", "arguments": «args»}', between: "\n" },
};

/**
 * Granite 20B for function calling: roles, openers of calls and of results are words, and only the end is a token. Source: vLLM's
 * chat template for it (`tool_chat_template_granite_20b_fc.jinja`), made of the maker's; that `<function_call>` is no special token
 * follows from vLLM's parser, which finds it in text from which special tokens are gone.
 */
export const granite20bFc: ModelFamily = {
  id: "granite-20b-fc",
  title: "Granite 20B function calling (<function_call> and JSON)",
  format: "granite-20b-fc",
  specials: [{ text: "<|endoftext|>", type: "control" }],
  eos: "<|endoftext|>",
  ends: ["<|endoftext|>"],
  bos: "<|endoftext|>",
  toolResultSigns: ["<function_response> "],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: {},
};
