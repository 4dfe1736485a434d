import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  begin: "]~!b[",
  system: ["]~b]system\n", "[e~[\n"],
  tools: ["\n\n# Tools\n<tools>\n", "\n</tools>\n"],
  user: ["]~b]user\n", "[e~[\n"],
  assistant: ["]~b]ai\n", "[e~[\n"],
  result: ["]~b]tool\n<response>", "</response>[e~[\n"],
  calls: {
    around: ["\n<minimax:tool_call>\n", "</minimax:tool_call>"],
    each: '<invoke name="«name»">\n«args»</invoke>\n',
    argument: '<parameter name="«key»">«value»</parameter>\n',
  },
  reasoning: { wrap: ["<think>\n", "\n</think>\n\n"] },
};

/** MiniMax M2: calls as elements. Its own template opens the reasoning in the prompt; this one leaves that to the model. */
export const minimaxM2: ModelFamily = {
  id: "minimax-m2",
  title: "MiniMax M2 (<invoke> in <minimax:tool_call>)",
  format: "minimax-m2",
  specials: [
    { text: "]~!b[", type: "control" },
    { text: "]~b]", type: "control" },
    { text: "[e~[", type: "control" },
    { text: "<think>", type: "user-defined" },
    { text: "</think>", type: "user-defined" },
    { text: "<minimax:tool_call>", type: "user-defined" },
    { text: "</minimax:tool_call>", type: "user-defined" },
  ],
  eos: "[e~[",
  ends: ["[e~["],
  bos: null,
  toolResultSigns: ["]~b]tool"],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: {},
};
