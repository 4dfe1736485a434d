import type { ChatLayout } from "../chat-layout.ts";
import type { ModelFamily } from "../family.ts";
import { goTemplate } from "../go-template.ts";
import { jinjaTemplate } from "../jinja-template.ts";

const layout: ChatLayout = {
  system: ["<|start_header_id|>system<|end_header_id|>\n\n", "<|eot_id|>"],
  user: ["<|start_header_id|>user<|end_header_id|>\n\n", "<|eot_id|>"],
  assistant: ["<|start_header_id|>assistant<|end_header_id|>\n\n", "<|eot_id|>"],
  result: ["<|start_header_id|>ipython<|end_header_id|>\n\n", "<|eot_id|>"],
  tools: [
    "\n\nThese functions can be called:\n",
    '\nTo call one, answer with a JSON object: {"name": NAME, "parameters": ARGUMENTS}',
  ],
  calls: { each: '{"name": "«name»", "parameters": «args»}', between: "; " },
};

/** Llama 3.1 to 3.3: a bare JSON object is a call. */
export const llama3: ModelFamily = {
  id: "llama3.1",
  title: "Llama 3.1, 3.2 and 3.3 (JSON)",
  format: "llama3-json",
  specials: [
    { text: "<|begin_of_text|>", type: "control" },
    { text: "<|end_of_text|>", type: "control" },
    { text: "<|start_header_id|>", type: "control" },
    { text: "<|end_header_id|>", type: "control" },
    { text: "<|eom_id|>", type: "control" },
    { text: "<|eot_id|>", type: "control" },
    { text: "<|python_tag|>", type: "control" },
  ],
  eos: "<|eot_id|>",
  ends: ["<|eot_id|>", "<|eom_id|>", "<|end_of_text|>"],
  bos: "<|begin_of_text|>",
  toolResultSigns: ["<|start_header_id|>ipython<|end_header_id|>"],
  layout,
  oneCall: true,
  chatTemplate: jinjaTemplate(layout),
  ollama: { template: goTemplate(layout) },
};
