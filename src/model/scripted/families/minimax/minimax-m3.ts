import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { minimaxM2 } from "./minimax-m2.ts";

/**
 * MiniMax M3: calls as elements behind a token of their own, whose arguments are named by their tags. Source: llama.cpp's parser of
 * it and the tokens of the maker's chat template; how results are shown is taken from M2.
 */
export const minimaxM3: ModelFamily = familyLike(minimaxM2, {
  id: "minimax-m3",
  title: "MiniMax M3 (<invoke> behind ]<]minimax[>[)",
  format: "minimax-m3",
  specials: [
    { text: "]~!b[", type: "control" },
    { text: "]~b]", type: "control" },
    { text: "[e~[", type: "control" },
    { text: "]<]minimax[>[", type: "user-defined" },
    { text: "<mm:think>", type: "user-defined" },
    { text: "</mm:think>", type: "user-defined" },
    { text: "<tool_call>", type: "user-defined" },
    { text: "</tool_call>", type: "user-defined" },
  ],
  layout: {
    calls: {
      around: ["]<]minimax[>[<tool_call>\n", "]<]minimax[>[</tool_call>"],
      each: ']<]minimax[>[<invoke name="«name»">«args»]<]minimax[>[</invoke>\n',
      argument: "]<]minimax[>[<«key»>«value»]<]minimax[>[</«key»>",
    },
    reasoning: { wrap: ["<mm:think>", "</mm:think>"] },
  },
  ollama: {},
});
