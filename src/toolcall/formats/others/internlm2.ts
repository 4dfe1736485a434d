import type { ToolCallFormat } from "../../format.ts";

/** JSON object between action markers (InternLM 2, Intern-S1). */
export const internlm2: ToolCallFormat = {
  id: "internlm2",
  title: "JSON object between action markers (InternLM 2, Intern-S1)",
  models: ["InternLM2/2.5", "Intern-S1"],
  modelPatterns: ["^internlm2", "^intern-s1"],
  namesElsewhere: {
    vllm: "internlm / intern_s1",
    sglang: "interns1",
  },
  shape: '<|action_start|><|plugin|>{"name": NAME, "parameters": ARGS}<|action_end|>',
  router: null,
  reasoning: null,
  contentWrap: null,
  fence: "ignore",
  turnEnd: ["<|im_end|>"],
  tokens: {},
  callId: null,
  parallel: "none by design",
  variants: [],
  notes: ["Whitespace may stand between <|action_start|> and <|plugin|>."],
  sources: ["vLLM tool_parsers/internlm2_tool_parser.py"],
  confirmedBy: ["vLLM"],
  engine: "json-envelope",
  syntax: {
    open: [["<|action_start|>", "<|plugin|>"]],
    close: ["<|action_end|>"],
    layout: "object",
    nameKeys: ["name"],
    argumentKeys: ["parameters", "arguments"],
    idKey: null,
    values: "json",
  },
};
