import { toolsInTags, type ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["", ""],
  tools: toolsInTags("with <tool_calls>, in it <tool_call>NAME<tool_sep> and pairs of <arg_key> and <arg_value>"),
  user: ["<｜hy_User｜>", ""],
  assistant: ["<｜hy_Assistant｜>", "<｜hy_eos｜>"],
  result: ["<tool_responses>\n<tool_response>\n", "\n</tool_response>\n</tool_responses>"],
  reasoning: { wrap: ["<think>", "</think>"] },
  calls: {
    around: ["<tool_calls>\n", "</tool_calls>"],
    each: "<tool_call>«name»<tool_sep>\n«args»</tool_call>\n",
    argument: "<arg_key>«key»</arg_key>\n<arg_value>«value»</arg_value>\n",
  },
};

/**
 * Hy3 of Tencent: pairs of keys and values in a section, each marker a token. Source: the maker's chat template as llama.cpp ships
 * it (`tencent-Hy3.jinja`), in which a suffix ends every token; the weights of the preview, played here, have an empty one.
 */
export const hy3: ModelFamily = {
  id: "hy3",
  title: "Hy3 (<arg_key> and <arg_value> in <tool_calls>)",
  format: "hy3",
  specials: [
    { text: "<｜hy_begin▁of▁sentence｜>", type: "control" },
    { text: "<｜hy_eos｜>", type: "control" },
    { text: "<｜hy_User｜>", type: "control" },
    { text: "<｜hy_Assistant｜>", type: "control" },
    { text: "<think>", type: "user-defined" },
    { text: "</think>", type: "user-defined" },
    { text: "<tool_calls>", type: "user-defined" },
    { text: "</tool_calls>", type: "user-defined" },
    { text: "<tool_call>", type: "user-defined" },
    { text: "</tool_call>", type: "user-defined" },
    { text: "<tool_sep>", type: "user-defined" },
    { text: "<arg_key>", type: "user-defined" },
    { text: "</arg_key>", type: "user-defined" },
    { text: "<arg_value>", type: "user-defined" },
    { text: "</arg_value>", type: "user-defined" },
    { text: "<tool_responses>", type: "user-defined" },
    { text: "</tool_responses>", type: "user-defined" },
    { text: "<tool_response>", type: "user-defined" },
    { text: "</tool_response>", type: "user-defined" },
  ],
  eos: "<｜hy_eos｜>",
  ends: ["<｜hy_eos｜>"],
  bos: "<｜hy_begin▁of▁sentence｜>",
  toolResultSigns: ["<tool_responses>"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: {},
};
