import type { ToolCallFormat } from "../../format.ts";
import { formatLike } from "../format-like.ts";
import { deepseekV32 } from "./deepseek-v3.2.ts";

/** DSML tool_calls with typed parameters (DeepSeek V4). */
export const deepseekV4: ToolCallFormat = formatLike(deepseekV32, {
  id: "deepseek-v4",
  title: "DSML tool_calls with typed parameters (DeepSeek V4)",
  models: ["DeepSeek-V4", "V4-Flash"],
  modelPatterns: ["^deepseek-v4(?!\\.)"],
  namesElsewhere: { vllm: "deepseek_v4", sglang: "deepseekv4", smg: "deepseek_v4", dynamo: "dsml", "llama.cpp": "deepseek" },
  shape:
    '<｜DSML｜tool_calls>\n<｜DSML｜invoke name="NAME">\n<｜DSML｜parameter name="KEY" string="true">VALUE</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>',
  notes: [
    "The type attribute decides, no schema needed.",
    "The three DSML versions differ only in the section name and, in 4.1, a space; models mix the section names up, so the sibling name is an alias.",
  ],
  sources: ["vLLM tool_parsers/deepseekv32_tool_parser.py", "vLLM tests/parser/engine/test_deepseek_v41.py"],
  confirmedBy: ["chat template", "llama.cpp", "vLLM", "SMG"],
  syntax: {
    sectionOpen: ["<｜DSML｜tool_calls>", "<｜DSML｜function_calls>"],
    sectionClose: ["</｜DSML｜tool_calls>", "</｜DSML｜function_calls>"],
  },
});
