import type { ToolCallFormat } from "../../format.ts";
import { thinkTags } from "../think-tags.ts";

/** Python calls on separate lines in <function_calls> (Olmo 3). */
export const olmo3: ToolCallFormat = {
  id: "olmo3",
  title: "Python calls on separate lines in <function_calls> (Olmo 3)",
  models: ["Olmo 3 / 3 Think"],
  modelPatterns: ["^olmo-?3"],
  namesElsewhere: {
    vllm: "olmo3",
    ollama: "olmo3, olmo3-think",
  },
  shape: "<function_calls>\nNAME(key='text')\nNAME()\n</function_calls>",
  router: null,
  reasoning: thinkTags,
  contentWrap: null,
  fence: "ignore",
  turnEnd: [],
  tokens: {},
  callId: null,
  parallel: "one call per line",
  variants: [],
  notes: ["true, false and null occur besides the Python spellings."],
  sources: ["Ollama model/parsers/olmo3.go", "vLLM tool_parsers/olmo3_tool_parser.py"],
  confirmedBy: ["vLLM", "Ollama"],
  engine: "pythonic",
  syntax: {
    open: ["<function_calls>"],
    close: ["</function_calls>"],
    separator: "\n",
    startsAt: "anywhere",
  },
};
