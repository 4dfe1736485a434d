import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { glm45 } from "./glm4.5.ts";

/** GLM 4.7: the name, then pairs of keys and values, without lines. */
export const glm47: ModelFamily = familyLike(glm45, {
  id: "glm4.7",
  title: "GLM 4.7 (<arg_key> and <arg_value>)",
  format: "glm4.7",
  layout: {
    calls: { each: "<tool_call>«name»«args»</tool_call>", argument: "<arg_key>«key»</arg_key><arg_value>«value»</arg_value>" },
  },
  ollama: { renderer: "glm-4.7", parser: "glm-4.7" },
});
