import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { goTemplate } from "../go-template.ts";
import { granite3 } from "./granite3.ts";

/** Granite 4: calls as JSON in tags. */
export const granite4: ModelFamily = familyLike(granite3, {
  id: "granite4",
  title: "Granite 4 (JSON in <tool_call>)",
  format: "granite4",
  layout: {
    result: ["<|start_of_role|>user<|end_of_role|>\n<tool_response>\n", "<|end_of_text|>\n"],
    calls: { each: '<tool_call>\n{"name": "«name»", "arguments": «args»}\n</tool_call>', between: "\n" },
  },
  specials: [
    { text: "<|end_of_text|>", type: "control" },
    { text: "<|start_of_role|>", type: "control" },
    { text: "<|end_of_role|>", type: "control" },
    { text: "<tool_call>", type: "user-defined" },
    { text: "</tool_call>", type: "user-defined" },
  ],
  toolResultSigns: ["<tool_response>"],
  ollama: (layout) => ({ template: goTemplate(layout) }),
});
