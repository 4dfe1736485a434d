import { toolsInTags } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { qwen25 } from "./qwen2.5.ts";

/** Qwen 3 Coder: ChatML, calls as elements. */
export const qwen3Coder: ModelFamily = familyLike(qwen25, {
  id: "qwen3-coder",
  title: "Qwen 3 Coder (ChatML, <function=…> in <tool_call>)",
  format: "qwen3-coder",
  layout: {
    tools: toolsInTags("with <tool_call>, <function=NAME> and <parameter=KEY> elements"),
    calls: {
      each: "<tool_call>\n<function=«name»>\n«args»</function>\n</tool_call>",
      argument: "<parameter=«key»>\n«value»\n</parameter>\n",
      between: "\n",
    },
  },
  ollama: { renderer: "qwen3-coder", parser: "qwen3-coder" },
});
