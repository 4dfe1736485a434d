import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { goTemplate } from "../go-template.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["SYSTEM:", " "],
  tools: ["\nThese tools can be called:\n", "\n"],
  user: ["[Round 0] USER:", " "],
  assistant: ["ASSISTANT:", "</longcat_s>"],
  result: ["<longcat_tool_response>", "</longcat_tool_response>"],
  calls: { each: '<longcat_tool_call>{"name": "«name»", "arguments": «args»}</longcat_tool_call>', between: "\n" },
};

/**
 * LongCat Flash: words for roles, a JSON object in tags for each call. That the tags are text is taken from vLLM's parser, which is
 * that of Hermes with other tags and finds them in text; how they are declared was not found.
 */
export const longcat: ModelFamily = {
  id: "longcat",
  title: "LongCat Flash (JSON in <longcat_tool_call>)",
  format: "longcat",
  specials: [
    { text: "<longcat_s>", type: "control" },
    { text: "</longcat_s>", type: "control" },
    { text: "<longcat_tool_call>", type: "user-defined" },
    { text: "</longcat_tool_call>", type: "user-defined" },
    { text: "<longcat_tool_response>", type: "user-defined" },
    { text: "</longcat_tool_response>", type: "user-defined" },
  ],
  eos: "</longcat_s>",
  ends: ["</longcat_s>"],
  bos: null,
  toolResultSigns: ["<longcat_tool_response>"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: { template: goTemplate(layout) },
};
