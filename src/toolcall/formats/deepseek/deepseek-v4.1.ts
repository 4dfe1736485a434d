import type { ToolCallFormat } from "../../format.ts";
import { formatLike } from "../format-like.ts";
import { deepseekV32 } from "./deepseek-v3.2.ts";

/** DSML calls with typed parameters (DeepSeek V4.1). */
export const deepseekV41: ToolCallFormat = formatLike(deepseekV32, {
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
  notes: ["The type attribute decides, no schema needed.", "Note the space after ｜DSML｜ in every tag."],
  sources: [
    "vLLM tool_parsers/deepseekv32_tool_parser.py",
    "vLLM tests/parser/engine/test_deepseek_v41.py",
    "vLLM vllm/parser/deepseek_v41.py",
  ],
  confirmedBy: ["llama.cpp", "vLLM", "SMG"],
  syntax: {
    sectionOpen: ["<｜DSML｜ calls>"],
    sectionClose: ["</｜DSML｜ calls>"],
    callOpen: ['<｜DSML｜ invoke name="'],
    argOpen: '<｜DSML｜ parameter name="',
    argClose: "</｜DSML｜ parameter>",
    callClose: "</｜DSML｜ invoke>",
  },
});
