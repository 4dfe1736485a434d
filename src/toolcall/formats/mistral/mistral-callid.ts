import type { ToolCallFormat } from "../../format.ts";

/** [TOOL_CALLS]name[CALL_ID]id[ARGS]{…} (Mistral Small 3.2). */
export const mistralCallid: ToolCallFormat = {
  id: "mistral-callid",
  title: "[TOOL_CALLS]name[CALL_ID]id[ARGS]{…} (Mistral Small 3.2)",
  models: ["Mistral-Small-3.2-24B-2506"],
  modelPatterns: ["^mistral-small-3\\.2"],
  namesElsewhere: {
    "llama.cpp": "autoparser call_id BETWEEN_FUNC_AND_ARGS",
  },
  shape: "[TOOL_CALLS]NAME[CALL_ID]ID[ARGS]ARGS",
  router: null,
  reasoning: null,
  contentWrap: null,
  fence: "ignore",
  turnEnd: ["</s>"],
  tokens: {
    "[TOOL_CALLS]": 9,
  },
  callId: "nine characters between [CALL_ID] and [ARGS]",
  parallel: "one marker per call",
  variants: [],
  notes: ["[CALL_ID] may be missing."],
  sources: ["llama.cpp tests/test-chat.cpp"],
  confirmedBy: ["chat template", "llama.cpp"],
  engine: "header-args",
  syntax: {
    sectionOpen: [],
    sectionClose: [],
    callOpen: ["[TOOL_CALLS]"],
    nameEnd: ["[ARGS]"],
    idAfter: "[CALL_ID]",
    callClose: null,
    values: "json",
  },
};
