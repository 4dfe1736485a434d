import type { ToolCallFormat } from "../../format.ts";

/** Recursive XML with a namespace token (MiniMax M3). */
export const minimaxM3: ToolCallFormat = {
  id: "minimax-m3",
  title: "Recursive XML with a namespace token (MiniMax M3)",
  models: ["MiniMax-M3"],
  modelPatterns: ["^minimax-m3"],
  namesElsewhere: {
    vllm: "minimax_m3",
    sglang: "minimax_m3",
    "llama.cpp": "minimax-m3",
    dynamo: "minimax_m3",
  },
  shape: 'NS<tool_call>\nNS<invoke name="NAME">NS<KEY>VALUENS</KEY>NS</invoke>\nNS</tool_call> with NS = ]<]minimax[>[',
  router: null,
  reasoning: {
    open: ["<mm:think>"],
    close: ["</mm:think>"],
    startsOpen: "never",
    toolInside: "ignore",
  },
  contentWrap: null,
  fence: "ignore",
  turnEnd: ["[e~["],
  tokens: {},
  callId: null,
  parallel: "several invokes in one section",
  variants: [],
  notes: [
    "The parameter name is the tag. Objects become child tags, arrays repeated <item> children; null members are left out.",
    "A turn without reasoning starts with a lone </mm:think>, which is dropped.",
    "A leaf is typed by the schema; without one it is text.",
  ],
  sources: [
    "llama.cpp tests/test-chat.cpp",
    "llama.cpp common/parsers/minimax-m3.cpp",
    "llama.cpp models/templates/MiniMax-M3.jinja",
  ],
  confirmedBy: ["chat template", "llama.cpp"],
  engine: "tagged-args",
  syntax: {
    sectionOpen: ["]<]minimax[>[<tool_call>"],
    sectionClose: ["]<]minimax[>[</tool_call>"],
    callOpen: [']<]minimax[>[<invoke name="'],
    nameEnd: '">',
    argOpen: "",
    argNameEnd: "",
    argClose: "",
    callClose: "]<]minimax[>[</invoke>",
    valueTrim: "none",
    cdata: false,
    entities: "none",
    tree: {
      namespace: "]<]minimax[>[",
      item: "item",
    },
    layout: {
      inSection: "\n",
    },
  },
};
