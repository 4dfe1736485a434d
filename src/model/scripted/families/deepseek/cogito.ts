import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { deepseek3 } from "./deepseek-v3.1.ts";

/** Cogito 2.1, which says calls as DeepSeek 3 does: JSON in a fence. */
export const cogito: ModelFamily = familyLike(deepseek3, {
  id: "cogito",
  title: "Cogito 2.1 (<｜tool▁call▁begin｜>function and a fence)",
  format: "deepseek-v3",
  layout: {
    calls: {
      around: ["<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>"],
      each: "<｜tool▁call▁begin｜>function<｜tool▁sep｜>«name»\n```json\n«args»\n```<｜tool▁call▁end｜>",
      between: "\n",
    },
  },
  ollama: { renderer: "cogito", parser: "cogito" },
});
