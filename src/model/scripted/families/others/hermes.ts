import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { goTemplate } from "../go-template.ts";
import { qwen25 } from "../alibaba/qwen2.5.ts";

/** Hermes 2 Pro and 3: ChatML, with the tags of calls as ordinary text. */
export const hermes: ModelFamily = familyLike(qwen25, {
  id: "hermes",
  title: "Hermes (ChatML, JSON in <tool_call> as text)",
  format: "hermes",
  specials: [
    { text: "<|endoftext|>", type: "control" },
    { text: "<|im_start|>", type: "control" },
    { text: "<|im_end|>", type: "control" },
  ],
  ollama: (layout) => ({ template: goTemplate(layout) }),
});
