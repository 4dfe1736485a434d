import type { ToolCallFormat } from "../../format.ts";

/** Name line plus JSON (GLM-4). */
export const glm40414: ToolCallFormat = {
  id: "glm-4-0414",
  title: "Name line plus JSON (GLM-4)",
  models: ["GLM-4-9B", "GLM-4-0414"],
  modelPatterns: ["^glm-?4-9b", "^glm4$", "^glm-4-(32b-)?0414"],
  namesElsewhere: {
    "llama.cpp": "generic",
  },
  shape: "NAME\nARGS",
  router: null,
  reasoning: null,
  contentWrap: null,
  fence: "ignore",
  turnEnd: ["<|observation|>", "<|user|>"],
  tokens: {},
  callId: null,
  parallel: "none by design",
  variants: [],
  notes: [
    "No marker at all: anything else than an identifier line followed by an object is content. An empty first line marks plain text.",
    "Weakest evidence of all families.",
  ],
  sources: ["GLM-4 chat format (not confirmed)"],
  confirmedBy: [],
  engine: "header-args",
  syntax: {
    sectionOpen: [],
    sectionClose: [],
    callOpen: [],
    nameEnd: ["\n"],
    callClose: null,
    values: "json",
    bareHeader: true,
  },
};
