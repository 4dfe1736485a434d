import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { llama3 } from "../meta/llama3.1.ts";

/** Functionary 3.2: the tokens of Llama 3, and blocks that begin with whom they are for. */
export const functionary32: ModelFamily = familyLike(llama3, {
  id: "functionary-v3.2",
  title: "Functionary 3.2 (>>>NAME and JSON)",
  format: "functionary-v3.2",
  layout: {
    tools: ["\n\nAvailable functions:\n", "\nAnswer in this form:\n>>>${recipient}\n${content}"],
    text: [">>>all\n", ""],
    result: ["<|start_header_id|>tool<|end_header_id|>\n\n", "<|eot_id|>"],
    calls: { each: ">>>«name»\n«args»" },
    generate: "<|start_header_id|>assistant<|end_header_id|>\n\n>>>",
  },
  toolResultSigns: ["<|start_header_id|>tool<|end_header_id|>"],
  manyCalls: true,
  ollama: {},
});
