import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { qwen25 } from "./qwen2.5.ts";

/** Qwen 3 VL, the variant that does not reason. */
export const qwen3Vl: ModelFamily = familyLike(qwen25, {
  id: "qwen3-vl",
  title: "Qwen 3 VL Instruct (ChatML, JSON in <tool_call>)",
  format: "qwen2.5",
  moreSpecials: [
    { text: "<tool_response>", type: "user-defined" },
    { text: "</tool_response>", type: "user-defined" },
  ],
  ollama: { renderer: "qwen3-vl-instruct", parser: "qwen3-vl-instruct" },
});
