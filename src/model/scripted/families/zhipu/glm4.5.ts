import { toolsInTags, type ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  begin: "[gMASK]<sop>",
  system: ["<|system|>\n", ""],
  tools: toolsInTags("with <tool_call>NAME and pairs of <arg_key> and <arg_value>"),
  user: ["<|user|>\n", ""],
  assistant: ["<|assistant|>\n", ""],
  result: ["<|observation|>\n<tool_response>\n", "\n</tool_response>"],
  reasoning: { wrap: ["<think>", "</think>\n"] },
  calls: {
    each: "<tool_call>«name»\n«args»</tool_call>",
    argument: "<arg_key>«key»</arg_key>\n<arg_value>«value»</arg_value>\n",
  },
};

/** GLM 4.5 and 4.6: a line with the name, then pairs of keys and values. */
export const glm45: ModelFamily = {
  id: "glm4.5",
  title: "GLM 4.5 (<arg_key> and <arg_value> in lines)",
  format: "glm4.5",
  specials: [
    { text: "<|endoftext|>", type: "control" },
    { text: "[gMASK]", type: "control" },
    { text: "<sop>", type: "control" },
    { text: "<|system|>", type: "control" },
    { text: "<|user|>", type: "control" },
    { text: "<|assistant|>", type: "control" },
    { text: "<|observation|>", type: "control" },
    { text: "<think>", type: "user-defined" },
    { text: "</think>", type: "user-defined" },
    { text: "<tool_call>", type: "user-defined" },
    { text: "</tool_call>", type: "user-defined" },
    { text: "<arg_key>", type: "user-defined" },
    { text: "</arg_key>", type: "user-defined" },
    { text: "<arg_value>", type: "user-defined" },
    { text: "</arg_value>", type: "user-defined" },
    { text: "<tool_response>", type: "user-defined" },
    { text: "</tool_response>", type: "user-defined" },
  ],
  eos: "<|user|>",
  ends: ["<|user|>", "<|observation|>", "<|endoftext|>"],
  bos: null,
  toolResultSigns: ["<tool_response>"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: {},
};
