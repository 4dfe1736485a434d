import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { deepseek3 } from "./deepseek-v3.1.ts";

/** DeepSeek 3.2: calls as elements whose tags are ordinary text, each argument with a word on its type. */
export const deepseek32: ModelFamily = familyLike(deepseek3, {
  id: "deepseek-v3.2",
  title: "DeepSeek 3.2 (<｜DSML｜invoke>)",
  format: "deepseek-v3.2",
  specials: deepseek3.specials.filter(({ text }) => !text.includes("tool")),
  toolResultSigns: ["<function_results>"],
  layout: {
    // llama.cpp knows the family by a variable of the maker's template.
    knownBy: "dsml_token",
    result: ["\n\n<function_results>\n<result>", "</result>\n</function_results>"],
    calls: {
      around: ["\n\n<｜DSML｜function_calls>\n", "\n</｜DSML｜function_calls>"],
      each: '<｜DSML｜invoke name="«name»">\n«args»</｜DSML｜invoke>',
      argument: '<｜DSML｜parameter name="«key»" string="true">«value»</｜DSML｜parameter>\n',
      between: "\n",
    },
  },
  ollama: {},
});
