import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { goTemplate } from "../go-template.ts";
import { llama3 } from "../meta/llama3.1.ts";

/** FireFunction 2: the tokens of Llama 3, an array after a word that is none. */
export const firefunction2: ModelFamily = familyLike(llama3, {
  id: "firefunction-v2",
  title: "FireFunction 2 (functools[…])",
  format: "firefunction-v2",
  specials: [
    { text: "<|begin_of_text|>", type: "control" },
    { text: "<|end_of_text|>", type: "control" },
    { text: "<|start_header_id|>", type: "control" },
    { text: "<|end_header_id|>", type: "control" },
    { text: "<|eot_id|>", type: "control" },
  ],
  ends: ["<|eot_id|>", "<|end_of_text|>"],
  layout: {
    result: ["<|start_header_id|>tool<|end_header_id|>\n\n", "<|eot_id|>"],
    calls: { around: [" functools[", "]"], each: '{"name": "«name»", "arguments": «args»}', between: ", " },
  },
  toolResultSigns: ["<|start_header_id|>tool<|end_header_id|>"],
  manyCalls: true,
  ollama: (layout) => ({ template: goTemplate(layout) }),
});
