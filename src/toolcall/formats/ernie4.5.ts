import type { ToolCallFormat } from "../format.ts";

/** JSON object per <tool_call> section, answer in <response> (ERNIE 4.5). */
export const ernie45: ToolCallFormat = {
  id: "ernie4.5",
  title: "JSON object per <tool_call> section, answer in <response> (ERNIE 4.5)",
  models: ["ERNIE-4.5 thinking"],
  modelPatterns: ["^ernie-4\\.5"],
  namesElsewhere: {
    vllm: "ernie45",
  },
  shape: '<tool_call>\n{"name": NAME, "arguments": ARGS}\n</tool_call>',
  router: null,
  reasoning: {
    open: ["<think>"],
    close: ["</think>"],
    startsOpen: "template",
    toolInside: "ignore",
  },
  contentWrap: {
    open: ["<response>"],
    close: ["</response>"],
    newline: true,
  },
  fence: "ignore",
  turnEnd: [],
  tokens: {},
  callId: null,
  parallel: "one section per call",
  between: "\n",
  variants: [],
  notes: [
    "A newline may arrive as the literal token text <0x0A> when the tokenizer has no newline piece; the byte-token spelling is a detokenizer matter, not part of the grammar.",
  ],
  sources: ["vLLM tool_parsers/ernie45_tool_parser.py"],
  confirmedBy: ["vLLM", "SMG"],
  engine: "json-envelope",
  syntax: {
    open: ["<tool_call>"],
    close: ["</tool_call>"],
    layout: "object",
    nameKeys: ["name"],
    argumentKeys: ["arguments", "parameters"],
    idKey: null,
    values: "json",
    layoutSpace: ["\n", "\n"],
  },
};
