import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { glm45 } from "../zhipu/glm4.5.ts";

/** Laguna: roles as elements, calls as GLM 4.5 says them. */
export const laguna: ModelFamily = familyLike(glm45, {
  id: "laguna",
  title: "Laguna (<arg_key> and <arg_value> in lines)",
  format: "laguna",
  specials: [
    { text: "〈|EOS|〉", type: "control" },
    { text: "<assistant>", type: "user-defined" },
    { text: "</assistant>", type: "user-defined" },
    { text: "<think>", type: "user-defined" },
    { text: "</think>", type: "user-defined" },
  ],
  eos: "〈|EOS|〉",
  ends: ["〈|EOS|〉", "</assistant>"],
  bos: "〈|EOS|〉",
  layout: {
    begin: "",
    system: ["<system>\n", "\n</system>\n"],
    user: ["<user>\n", "\n</user>\n"],
    assistant: ["<assistant>\n", "</assistant>\n"],
    result: ["<tool_response>\n", "\n</tool_response>\n"],
    calls: {
      each: "<tool_call>«name»\n«args»</tool_call>",
      argument: "<arg_key>«key»</arg_key>\n<arg_value>«value»</arg_value>\n",
      between: "\n",
    },
    reasoning: { wrap: ["<think>\n", "\n</think>\n"] },
  },
  toolResultSigns: ["<tool_response>"],
  ollama: {},
});
