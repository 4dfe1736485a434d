import type { ToolCallFormat } from "../../format.ts";

/** call:name{…} with escaped strings (FunctionGemma). */
export const functiongemma: ToolCallFormat = {
  id: "functiongemma",
  title: "call:name{…} with escaped strings (FunctionGemma)",
  models: ["FunctionGemma-270M", "Gemma 2/3 in vllm.rs"],
  modelPatterns: ["^functiongemma", "^gemma-?[23]"],
  namesElsewhere: {
    vllm: "functiongemma",
    ollama: "functiongemma",
    "mlx-lm": "function_gemma",
    "vllm.rs": "gemma (text only)",
  },
  shape: "<start_function_call>call:NAME{key:<escape>text<escape>,other:5}<end_function_call>",
  router: null,
  reasoning: null,
  contentWrap: null,
  fence: "ignore",
  turnEnd: ["<end_of_turn>", "<start_function_response>"],
  tokens: {},
  callId: null,
  parallel: "one element per call",
  variants: [
    'Engines that describe tools in the prompt get <start_function_call>{"name": NAME, "arguments": ARGS}<end_function_call>.',
  ],
  notes: [],
  sources: ["vLLM tool_parsers/functiongemma_tool_parser.py"],
  confirmedBy: ["vLLM", "Ollama", "mlx-lm"],
  engine: "header-args",
  syntax: {
    sectionOpen: [],
    sectionClose: [],
    callOpen: [["<start_function_call>", "call:"]],
    nameEnd: [],
    callClose: "<end_function_call>",
    values: "bare",
    stringDelimiter: "<escape>",
    envelope: {
      open: ["<start_function_call>"],
      close: ["<end_function_call>"],
      layout: "object",
      nameKeys: ["name"],
      argumentKeys: ["arguments", "parameters"],
      idKey: null,
      values: "json",
    },
  },
};
