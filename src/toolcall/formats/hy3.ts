import type { ToolCallFormat } from "../format.ts";

/** arg_key / arg_value pairs in a section (Hunyuan Hy3). */
export const hy3: ToolCallFormat = {
  id: "hy3",
  title: "arg_key / arg_value pairs in a section (Hunyuan Hy3)",
  models: ["Tencent Hunyuan Hy3 / Hy4"],
  modelPatterns: ["^(hunyuan-)?hy[34]", "^hunyuan-hy"],
  namesElsewhere: {
    vllm: "hy_v3, hy_v4",
    "llama.cpp": "autoparser",
  },
  shape:
    "<tool_calls>\n<tool_call>NAME<tool_sep>\n<arg_key>KEY</arg_key>\n<arg_value>VALUE</arg_value>\n</tool_call>\n</tool_calls>",
  router: null,
  reasoning: {
    open: ["<think>", "<think:opensource>"],
    close: ["</think>", "</think:opensource>"],
    startsOpen: "template",
    toolInside: "ignore",
  },
  contentWrap: null,
  fence: "ignore",
  turnEnd: [],
  tokens: {},
  callId: null,
  parallel: "several calls in one section",
  variants: [],
  notes: ["Open weights append :opensource to the name of every tag, reasoning tags included (<tool_calls:opensource>)."],
  sources: ["llama.cpp models/templates/tencent-Hy3.jinja", "vLLM tool_parsers/hy_v3_tool_parser.py"],
  confirmedBy: ["chat template", "llama.cpp", "vLLM"],
  engine: "tagged-args",
  syntax: {
    sectionOpen: ["<tool_calls>"],
    sectionClose: ["</tool_calls>"],
    callOpen: ["<tool_call>"],
    nameEnd: "<tool_sep>",
    argOpen: "<arg_key>",
    argNameEnd: "</arg_key>",
    valueOpen: "<arg_value>",
    argClose: "</arg_value>",
    callClose: "</tool_call>",
    valueTrim: "none",
    cdata: false,
    entities: "none",
    tagSuffixes: ["", ":opensource"],
    layout: {
      afterName: "\n",
      afterKey: "\n",
      afterArg: "\n",
      inSection: "\n",
    },
  },
};
