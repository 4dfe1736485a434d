import type { ToolCallFormat } from "../../format.ts";

/** >>>recipient blocks (Functionary 3.2). */
export const functionaryV32: ToolCallFormat = {
  id: "functionary-v3.2",
  title: ">>>recipient blocks (Functionary 3.2)",
  models: ["functionary-*-v3.2"],
  modelPatterns: ["^functionary-.*v3\\.2"],
  namesElsewhere: {
    "llama.cpp": "functionary-v3-2",
  },
  shape: ">>>all\nTEXT>>>NAME\nARGS",
  router: {
    kind: "recipient",
    open: [">>>"],
    implicitOpen: "line",
    body: "\n",
    recipient: ">>>",
    toolPrefix: null,
    close: [],
    reasoning: [],
    text: ["all"],
  },
  reasoning: null,
  contentWrap: null,
  fence: "none",
  turnEnd: ["<|eot_id|>"],
  tokens: {},
  callId: null,
  parallel: "one recipient block per call",
  variants: [],
  notes: [
    "The prompt ends with >>>, so the output normally starts with the recipient line itself; an explicit first >>> is accepted.",
  ],
  sources: ["llama.cpp common/parsers/functionary-v3-2.cpp", "llama.cpp models/templates/meetkai-functionary-medium-v3.2.jinja"],
  confirmedBy: ["chat template", "llama.cpp"],
  engine: "header-args",
  syntax: {
    sectionOpen: [],
    sectionClose: [],
    callOpen: [],
    nameEnd: [],
    callClose: null,
    values: "json",
  },
};
