import type { ReasoningSyntax } from "../format.ts";

/** Reasoning as most models write it: in think tags, the first of which the prompt may have written; calls in it are text. */
export const thinkTags: ReasoningSyntax = {
  open: ["<think>"],
  close: ["</think>"],
  startsOpen: "template",
  toolInside: "ignore",
};
