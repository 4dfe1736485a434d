import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ['<|open|>message role="system"<|sep|>', "<|close|>message<|sep|><|end_of_msg|>"],
  tools: ["\n\n# Tools\n", "\n"],
  user: ['<|open|>message role="user"<|sep|>', "<|close|>message<|sep|><|end_of_msg|>"],
  assistant: ['<|open|>message role="assistant"<|sep|>', "<|close|>message<|sep|><|end_of_msg|>"],
  text: ["<|open|>response<|sep|>", "<|close|>response<|sep|>"],
  result: ['<|open|>message role="tool"<|sep|>', "<|close|>message<|sep|><|end_of_msg|>"],
  calls: {
    around: ["<|open|>tools<|sep|>", "<|close|>tools<|sep|>"],
    each: '<|open|>call tool="«name»" index="1"<|sep|>«args»<|close|>call<|sep|>',
    argument: '<|open|>argument key="«key»" type="string"<|sep|>«value»<|close|>argument<|sep|>',
  },
  reasoning: { wrap: ["<|open|>think<|sep|>", "<|close|>think<|sep|>"] },
};

/** Kimi K3: sections and typed arguments between tokens. */
export const kimiK3: ModelFamily = {
  id: "kimi-k3",
  title: 'Kimi K3 (<|open|>call tool="NAME")',
  format: "kimi-k3",
  specials: [
    { text: "[BOS]", type: "control" },
    { text: "[EOS]", type: "control" },
    { text: "<|end_of_msg|>", type: "control" },
    { text: "<|open|>", type: "control" },
    { text: "<|close|>", type: "control" },
    { text: "<|sep|>", type: "control" },
  ],
  eos: "<|end_of_msg|>",
  ends: ["<|end_of_msg|>", "[EOS]"],
  bos: null,
  toolResultSigns: ['<|open|>message role="tool"'],
  layout,
  chatTemplate: jinjaTemplate(layout),
  ollama: {},
};
