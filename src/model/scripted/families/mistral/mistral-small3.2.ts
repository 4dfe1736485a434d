import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { goTemplate } from "../go-template.ts";
import { mistralSmall31 } from "./mistral-small3.1.ts";

/** Mistral Small 3.2: name, id and arguments, each after a token. */
export const mistralSmall32: ModelFamily = familyLike(mistralSmall31, {
  id: "mistral-small3.2",
  title: "Mistral Small 3.2 ([TOOL_CALLS] [CALL_ID] [ARGS])",
  format: "mistral-callid",
  layout: {
    calls: { each: "[TOOL_CALLS]«name»[CALL_ID]«id»[ARGS]«args»" },
  },
  moreSpecials: [
    { text: "[CALL_ID]", type: "control" },
    { text: "[ARGS]", type: "control" },
  ],
  ollama: (layout) => ({ template: goTemplate(layout) }),
});
