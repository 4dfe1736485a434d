import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { goTemplate } from "../go-template.ts";
import { llama3 } from "../meta/llama3.1.ts";

/** xLAM 2 on Llama 3: an array and nothing else is a call. */
export const xlam: ModelFamily = familyLike(llama3, {
  id: "xlam",
  title: "xLAM 2 on Llama (a JSON array)",
  format: "xlam",
  layout: {
    tools: ["\n\nThese tools can be called, in a single JSON array:\n", "\n"],
    calls: { around: ["[", "]"], each: '{"name": "«name»", "arguments": «args»}', between: ", " },
  },
  manyCalls: true,
  ollama: (layout) => ({ template: goTemplate(layout) }),
});
