import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["<start_of_turn>developer\n", "<end_of_turn>\n"],
  tools: ["\nThese functions can be called:\n", "\n"],
  user: ["<start_of_turn>user\n", "<end_of_turn>\n"],
  assistant: ["<start_of_turn>model\n", "<end_of_turn>\n"],
  result: ["<start_function_response>response{value:<escape>", "<escape>}<end_function_response>"],
  calls: {
    each: "<start_function_call>call:«name»{«args»}<end_function_call>",
    argument: "«key»:<escape>«value»<escape>",
    argumentsBetween: ",",
  },
};

/** FunctionGemma: calls with bare keys and texts between <escape>. */
export const functionGemma: ModelFamily = {
  id: "functiongemma",
  title: "FunctionGemma (call:NAME{…})",
  format: "functiongemma",
  specials: [
    { text: "<pad>", type: "control" },
    { text: "<eos>", type: "control" },
    { text: "<bos>", type: "control" },
    { text: "<start_of_turn>", type: "control" },
    { text: "<end_of_turn>", type: "control" },
    { text: "<start_function_declaration>", type: "user-defined" },
    { text: "<end_function_declaration>", type: "user-defined" },
    { text: "<start_function_call>", type: "user-defined" },
    { text: "<end_function_call>", type: "user-defined" },
    { text: "<start_function_response>", type: "user-defined" },
    { text: "<end_function_response>", type: "user-defined" },
    { text: "<escape>", type: "user-defined" },
  ],
  eos: "<end_of_turn>",
  ends: ["<end_of_turn>", "<eos>", "<start_function_response>"],
  bos: "<bos>",
  toolResultSigns: ["<start_function_response>"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: { renderer: "functiongemma", parser: "functiongemma" },
};
