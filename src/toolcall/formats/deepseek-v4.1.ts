import type { ToolCallFormat } from "../format.ts";

/** DSML calls with typed parameters (DeepSeek V4.1). */
export const deepseekV41: ToolCallFormat = {
  id: "deepseek-v4.1",
  title: "DSML calls with typed parameters (DeepSeek V4.1)",
  models: ["DeepSeek-V4.1"],
  modelPatterns: ["^deepseek-v4\\.1"],
  namesElsewhere: {
    vllm: "deepseek_v41",
    sglang: "deepseekv41",
    smg: "deepseek_v41 (PR 2525)",
    dynamo: "dsml",
    "llama.cpp": "deepseek",
  },
  shape:
    '<｜DSML｜ calls>\n<｜DSML｜ invoke name="NAME">\n<｜DSML｜ parameter name="KEY" string="true">VALUE</｜DSML｜ parameter>\n</｜DSML｜ invoke>\n</｜DSML｜ calls>',
  router: null,
  reasoning: {
    open: ["<think>"],
    close: ["</think>"],
    startsOpen: "template",
    toolInside: "ignore",
  },
  contentWrap: null,
  fence: "ignore",
  turnEnd: ["<｜end▁of▁sentence｜>"],
  tokens: {},
  callId: null,
  parallel: "several invokes in one section",
  variants: [],
  notes: ["The type attribute decides, no schema needed.", "Note the space after ｜DSML｜ in every tag."],
  sources: [
    "vLLM tool_parsers/deepseekv32_tool_parser.py",
    "vLLM tests/parser/engine/test_deepseek_v41.py",
    "vLLM vllm/parser/deepseek_v41.py",
  ],
  confirmedBy: ["llama.cpp", "vLLM", "SMG"],
  engine: "tagged-args",
  syntax: {
    sectionOpen: ["<｜DSML｜ calls>"],
    sectionClose: ["</｜DSML｜ calls>"],
    callOpen: ['<｜DSML｜ invoke name="'],
    nameEnd: '">',
    argOpen: '<｜DSML｜ parameter name="',
    argNameEnd: '">',
    typeAttribute: {
      open: '" string="',
      kind: "text-or-json",
    },
    argClose: "</｜DSML｜ parameter>",
    callClose: "</｜DSML｜ invoke>",
    valueTrim: "none",
    cdata: false,
    entities: "none",
    layout: {
      afterName: "\n",
      afterArg: "\n",
      inSection: "\n",
    },
  },
};
