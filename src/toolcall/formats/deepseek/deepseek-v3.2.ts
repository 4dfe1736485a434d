import type { ToolCallFormat } from "../../format.ts";
import { thinkTags } from "../think-tags.ts";

/** DSML function_calls with typed parameters (DeepSeek V3.2). */
export const deepseekV32: ToolCallFormat<"tagged-args"> = {
  id: "deepseek-v3.2",
  title: "DSML function_calls with typed parameters (DeepSeek V3.2)",
  models: ["DeepSeek-V3.2"],
  modelPatterns: ["^deepseek-v3\\.2(?!-exp)"],
  namesElsewhere: {
    vllm: "deepseek_v32",
    sglang: "deepseekv32",
    smg: "deepseek32",
    dynamo: "dsml",
    "llama.cpp": "deepseek",
  },
  shape:
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="NAME">\n<｜DSML｜parameter name="KEY" string="true">VALUE</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
  router: null,
  reasoning: thinkTags,
  contentWrap: null,
  fence: "ignore",
  turnEnd: ["<｜end▁of▁sentence｜>"],
  tokens: {},
  callId: null,
  parallel: "several invokes in one section",
  variants: [],
  notes: [
    "The type attribute decides, no schema needed.",
    "The three DSML versions differ only in the section name and, in 4.1, a space; models mix the section names up, so the sibling name is an alias.",
  ],
  sources: ["vLLM tool_parsers/deepseekv32_tool_parser.py", "vLLM tests/parser/engine/test_deepseek_v41.py"],
  confirmedBy: ["chat template", "llama.cpp", "vLLM", "SMG"],
  engine: "tagged-args",
  syntax: {
    sectionOpen: ["<｜DSML｜function_calls>", "<｜DSML｜tool_calls>"],
    sectionClose: ["</｜DSML｜function_calls>", "</｜DSML｜tool_calls>"],
    callOpen: ['<｜DSML｜invoke name="'],
    nameEnd: '">',
    argOpen: '<｜DSML｜parameter name="',
    argNameEnd: '">',
    typeAttribute: {
      open: '" string="',
      kind: "text-or-json",
    },
    argClose: "</｜DSML｜parameter>",
    callClose: "</｜DSML｜invoke>",
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
