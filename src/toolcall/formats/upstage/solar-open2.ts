import type { ToolCallFormat } from "../../format.ts";

/** tool_call / tool_arg markers (Solar Open 2). */
export const solarOpen2: ToolCallFormat = {
  id: "solar-open2",
  title: "tool_call / tool_arg markers (Solar Open 2)",
  models: ["Upstage Solar Open 2"],
  modelPatterns: ["^solar-open-?2"],
  namesElsewhere: {
    vllm: "solar_open2",
  },
  shape: "<|tool_call:start|>NAME\n<|tool_arg:start|>KEY<|tool_arg:value|>VALUE<|tool_arg:end|>\n<|tool_call:end|>",
  router: null,
  reasoning: null,
  contentWrap: null,
  fence: "ignore",
  turnEnd: [],
  tokens: {},
  callId: null,
  parallel: "one element per call",
  between: "\n",
  variants: [],
  notes: [],
  sources: ["vLLM vllm/tool_parsers/solar_open2_tool_parser.py"],
  confirmedBy: [],
  engine: "tagged-args",
  syntax: {
    sectionOpen: [],
    sectionClose: [],
    callOpen: ["<|tool_call:start|>"],
    nameEnd: "\n",
    argOpen: "<|tool_arg:start|>",
    argNameEnd: "<|tool_arg:value|>",
    argClose: "<|tool_arg:end|>",
    callClose: "<|tool_call:end|>",
    valueTrim: "none",
    cdata: false,
    entities: "none",
    layout: {
      afterArg: "\n",
    },
  },
};
