import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { goTemplate } from "../go-template.ts";
import { llama3 } from "../meta/llama3.1.ts";

/** Llama Nemotron: the tokens of Llama 3, and an array in tags that are ordinary text. */
export const llamaNemotron: ModelFamily = familyLike(llama3, {
  id: "llama-nemotron",
  title: "Llama Nemotron (JSON in <TOOLCALL>)",
  format: "nemotron-toolcall",
  layout: {
    tools: ["\n\nThese tools can be called:\n<AVAILABLE_TOOLS>[", "]</AVAILABLE_TOOLS>"],
    result: ["<|start_header_id|>tool<|end_header_id|>\n\n<TOOL_RESPONSE>[", "]</TOOL_RESPONSE><|eot_id|>"],
    calls: { around: ["<TOOLCALL>[", "]</TOOLCALL>"], each: '{"name": "«name»", "arguments": «args»}', between: ", " },
    reasoning: { wrap: ["<think>\n", "\n</think>\n\n"] },
  },
  toolResultSigns: ["<TOOL_RESPONSE>"],
  manyCalls: true,
  ollama: (layout) => ({ template: goTemplate(layout) }),
});
