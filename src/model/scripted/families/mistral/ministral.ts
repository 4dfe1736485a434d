import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { goTemplate } from "../go-template.ts";
import { mistralSmall32 } from "./mistral-small3.2.ts";

/** Ministral 3, Devstral and others with tokenizer v13: name and arguments, each after a token. */
export const ministral: ModelFamily = familyLike(mistralSmall32, {
  id: "ministral",
  title: "Ministral 3 ([TOOL_CALLS] NAME [ARGS])",
  format: "mistral-v13",
  layout: {
    calls: { each: "[TOOL_CALLS]«name»[ARGS]«args»" },
    reasoning: { wrap: ["[THINK]", "[/THINK]"] },
  },
  moreSpecials: [
    { text: "[THINK]", type: "control" },
    { text: "[/THINK]", type: "control" },
  ],
  ollama: (layout) => ({ parser: "ministral", template: goTemplate(layout) }),
});
