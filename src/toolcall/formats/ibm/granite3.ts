import type { ToolCallFormat } from "../../format.ts";

/** JSON array after <|tool_call|> (Granite 3). */
export const granite3: ToolCallFormat = {
  id: "granite3",
  title: "JSON array after <|tool_call|> (Granite 3)",
  models: ["granite-3.x"],
  modelPatterns: ["^granite-3"],
  namesElsewhere: {
    vllm: "granite",
  },
  shape: '<|tool_call|> [{"name": NAME, "arguments": ARGS}, …]',
  router: null,
  reasoning: {
    open: ["Here is my thought process:"],
    close: ["Here is my response:"],
    startsOpen: "never",
    toolInside: "ignore",
    where: "message-start",
  },
  contentWrap: null,
  fence: "ignore",
  turnEnd: ["<|end_of_text|>"],
  tokens: {},
  callId: null,
  parallel: "array elements",
  variants: [
    "3.0 and 3.3 use the special token <|tool_call|>, 3.1 the plain text <tool_call>.",
    "3.3 may reason in <think>…</think> with the answer in <response>…</response>.",
  ],
  notes: [],
  sources: ["vLLM tool_parsers/granite_tool_parser.py", "llama.cpp models/templates/ibm-granite-granite-3.3-2B-Instruct.jinja"],
  confirmedBy: ["vLLM"],
  engine: "json-envelope",
  syntax: {
    open: ["<|tool_call|>", "<tool_call>"],
    close: [],
    layout: "array",
    nameKeys: ["name"],
    argumentKeys: ["arguments", "parameters"],
    idKey: null,
    values: "json",
    layoutSpace: [" ", ""],
  },
};
