import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { goTemplate } from "../go-template.ts";
import { mistralNemo } from "./mistral-nemo.ts";

/** Mistral Small 3.1 and Magistral: a token and the name before each object. */
export const mistralSmall31: ModelFamily = familyLike(mistralNemo, {
  id: "mistral-small3.1",
  title: "Mistral Small 3.1 ([TOOL_CALLS] NAME and JSON)",
  format: "mistral-v11",
  layout: {
    system: ["[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]"],
    calls: { each: "[TOOL_CALLS]«name»«args»" },
  },
  moreSpecials: [
    { text: "[SYSTEM_PROMPT]", type: "control" },
    { text: "[/SYSTEM_PROMPT]", type: "control" },
  ],
  ollama: (layout) => ({ template: goTemplate(layout) }),
});
