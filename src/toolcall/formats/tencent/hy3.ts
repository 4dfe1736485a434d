import type { ToolCallFormat } from "../../format.ts";
import { formatLike } from "../format-like.ts";
import { glm45 } from "../zhipu/glm4.5.ts";

/** arg_key / arg_value pairs in a section (Hunyuan Hy3). */
export const hy3: ToolCallFormat = formatLike(glm45, {
  id: "hy3",
  title: "arg_key / arg_value pairs in a section (Hunyuan Hy3)",
  models: ["Tencent Hunyuan Hy3 / Hy4"],
  modelPatterns: ["^(hunyuan-)?hy[34]", "^hunyuan-hy"],
  namesElsewhere: { vllm: "hy_v3, hy_v4", "llama.cpp": "autoparser" },
  shape:
    "<tool_calls>\n<tool_call>NAME<tool_sep>\n<arg_key>KEY</arg_key>\n<arg_value>VALUE</arg_value>\n</tool_call>\n</tool_calls>",
  reasoning: {
    open: ["<think>", "<think:opensource>"],
    close: ["</think>", "</think:opensource>"],
  },
  turnEnd: [],
  parallel: "several calls in one section",
  between: undefined,
  notes: ["Open weights append :opensource to the name of every tag, reasoning tags included (<tool_calls:opensource>)."],
  sources: ["llama.cpp models/templates/tencent-Hy3.jinja", "vLLM tool_parsers/hy_v3_tool_parser.py"],
  confirmedBy: ["chat template", "llama.cpp", "vLLM"],
  syntax: {
    sectionOpen: ["<tool_calls>"],
    sectionClose: ["</tool_calls>"],
    nameEnd: "<tool_sep>",
    layout: { afterName: "\n", afterKey: "\n", afterArg: "\n", inSection: "\n" },
    tagSuffixes: ["", ":opensource"],
  },
});
