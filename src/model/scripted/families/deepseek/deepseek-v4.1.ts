import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { deepseek4 } from "./deepseek-v4.ts";

/**
 * DeepSeek 4.1: as 4, with a space in every tag and a token before the system message. Source: the encoding that comes with the
 * maker's weights, as vLLM has it (`vllm/tokenizers/deepseek_v41_encoding.py`).
 */
export const deepseek41: ModelFamily = familyLike(deepseek4, {
  id: "deepseek-v4.1",
  title: "DeepSeek 4.1 (<｜DSML｜ invoke>)",
  format: "deepseek-v4.1",
  layout: {
    // The words of 3.2 and 4 would have llama.cpp look for their tags.
    knownBy: "",
    system: ["<｜System｜>", ""],
    calls: {
      around: ["\n\n<｜DSML｜ calls>\n", "\n</｜DSML｜ calls>"],
      each: '<｜DSML｜ invoke name="«name»">\n«args»</｜DSML｜ invoke>',
      argument: '<｜DSML｜ parameter name="«key»" string="true">«value»</｜DSML｜ parameter>\n',
      between: "\n",
    },
  },
  moreSpecials: [{ text: "<｜System｜>", type: "control" }],
  ollama: {},
});
