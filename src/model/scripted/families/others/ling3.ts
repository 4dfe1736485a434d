import { toolsInTags, type ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["<role>SYSTEM</role>", "<|role_end|>"],
  tools: toolsInTags("with <tool_call>NAME and pairs of <arg_key> and <arg_value>"),
  user: ["<role>HUMAN</role>", "<|role_end|>"],
  assistant: ["<role>ASSISTANT</role>\n<think></think>", "<|role_end|>"],
  result: ["<role>OBSERVATION</role>\n<tool_response>\n", "\n</tool_response><|role_end|>"],
  calls: {
    each: "<tool_call>«name»\n«args»</tool_call>",
    argument: "<arg_key>«key»</arg_key>\n<arg_value>«value»</arg_value>\n",
    between: "\n",
  },
};

/** Ling 3 without reasoning: roles in tags, a line with the name, then pairs of keys and values. The prompt closes the reasoning. */
export const ling3: ModelFamily = {
  id: "ling3",
  title: "Ling 3 (<arg_key> and <arg_value> in lines)",
  format: "ling3",
  specials: [
    { text: "<|startoftext|>", type: "control" },
    { text: "<|endoftext|>", type: "control" },
    { text: "<|role_end|>", type: "control" },
    { text: "<role>", type: "user-defined" },
    { text: "</role>", type: "user-defined" },
    { text: "<think>", type: "user-defined" },
    { text: "</think>", type: "user-defined" },
    { text: "<tool_call>", type: "user-defined" },
    { text: "</tool_call>", type: "user-defined" },
  ],
  eos: "<|role_end|>",
  ends: ["<|role_end|>", "<|endoftext|>"],
  bos: null,
  toolResultSigns: ["<tool_response>"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: {},
};
