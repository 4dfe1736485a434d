import type { ToolCallFormat } from "../../format.ts";

/** Nested request markers (PLaMo 3). */
export const plamo3: ToolCallFormat = {
  id: "plamo3",
  title: "Nested request markers (PLaMo 3)",
  models: ["PFN PLaMo 3"],
  modelPatterns: ["^plamo-?3"],
  namesElsewhere: {
    vllm: "plamo3",
  },
  shape:
    "requests( request( name(NAME) arguments(constrain json msg ARGS) )… ), every bracket a <|plamo:begin_X:plamo|> / <|plamo:end_X:plamo|> pair",
  router: null,
  reasoning: {
    open: ["<|plamo:begin_think:plamo|>"],
    close: ["<|plamo:end_think:plamo|>"],
    startsOpen: "template",
    toolInside: "endsReasoning",
  },
  contentWrap: null,
  fence: "ignore",
  turnEnd: ["<|plamo:tag|>"],
  tokens: {},
  callId: null,
  parallel: "several requests in one section",
  variants: [],
  notes: ["Each marker is several tokens, so markers arrive split."],
  sources: ["vLLM vllm/parser/plamo3.py"],
  confirmedBy: [],
  engine: "header-args",
  syntax: {
    sectionOpen: ["<|plamo:begin_tool_requests:plamo|>"],
    sectionClose: ["<|plamo:end_tool_requests:plamo|>"],
    callOpen: [["<|plamo:begin_tool_request:plamo|>", "<|plamo:begin_tool_name:plamo|>"]],
    nameEnd: ["<|plamo:end_tool_name:plamo|><|plamo:begin_tool_arguments:plamo|><|plamo:constrain|>json<|plamo:msg|>"],
    callClose: ["<|plamo:end_tool_arguments:plamo|>", "<|plamo:end_tool_request:plamo|>"],
    values: "json",
  },
};
