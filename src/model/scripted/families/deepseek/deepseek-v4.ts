import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { deepseek32 } from "./deepseek-v3.2.ts";

/** DeepSeek 4: as 3.2, in a section of another name, and results are in the user's turn. */
export const deepseek4: ModelFamily = familyLike(deepseek32, {
  id: "deepseek-v4",
  title: "DeepSeek 4 (<｜DSML｜invoke> in <｜DSML｜tool_calls>)",
  format: "deepseek-v4",
  layout: {
    result: ["<｜User｜><tool_result>", "</tool_result>"],
    calls: {
      around: ["\n\n<｜DSML｜tool_calls>\n", "\n</｜DSML｜tool_calls>"],
      each: '<｜DSML｜invoke name="«name»">\n«args»</｜DSML｜invoke>',
      argument: '<｜DSML｜parameter name="«key»" string="true">«value»</｜DSML｜parameter>\n',
      between: "\n",
    },
  },
  moreSpecials: [{ text: "｜DSML｜", type: "user-defined" }],
  toolResultSigns: ["<tool_result>"],
  ollama: {},
});
