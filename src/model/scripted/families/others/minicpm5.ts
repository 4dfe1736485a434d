import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { qwen25 } from "../alibaba/qwen2.5.ts";

/**
 * MiniCPM 5: ChatML, calls as elements with attributes. Its thinking is switched off, as the maker's chat template does it, with an
 * empty thought at the end of the prompt: llama.cpp takes an answer without any thought for none of this family. The words before
 * how to call are those by which it knows the family. Sources: that template (`openbmb-MiniCPM5-1B.jinja` of llama.cpp), and the
 * tokens that llama.cpp's parser preserves.
 */
export const minicpm5: ModelFamily = familyLike(qwen25, {
  id: "minicpm5",
  title: 'MiniCPM 5 (ChatML, <function name="NAME">)',
  format: "minicpm5",
  specials: [
    { text: "<unk>", type: "control" },
    { text: "<s>", type: "control" },
    { text: "</s>", type: "control" },
    { text: "<|im_start|>", type: "control" },
    { text: "<|im_end|>", type: "control" },
    { text: "<think>", type: "user-defined" },
    { text: "</think>", type: "user-defined" },
    { text: "<function", type: "user-defined" },
    { text: "</function>", type: "user-defined" },
    { text: "<param", type: "user-defined" },
    { text: "</param>", type: "user-defined" },
  ],
  ends: ["<|im_end|>", "</s>"],
  bos: "<s>",
  layout: {
    tools: [
      "\n\n# Tools\n<tools>\n",
      '\n</tools>\n\nTool usage guidelines:\n- To call a tool, answer <function name="NAME"><param name="KEY">VALUE</param></function>',
    ],
    calls: { each: '<function name="«name»">«args»</function>', argument: '<param name="«key»">«value»</param>', between: "\n" },
    generate: "<|im_start|>assistant\n<think>\n\n</think>\n\n",
  },
  ollama: {},
});
