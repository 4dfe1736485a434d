import type { ToolCallFormat } from "../../format.ts";

/** <function=name>{…}</function> (Functionary 3.1). */
export const functionaryV31: ToolCallFormat = {
  id: "functionary-v3.1",
  title: "<function=name>{…}</function> (Functionary 3.1)",
  models: ["functionary-medium-v3.1", "Llama-3.1 <function=> prompt"],
  modelPatterns: ["^functionary-.*v3\\.1"],
  namesElsewhere: {
    "llama.cpp": "autoparser TAG_WITH_JSON",
  },
  shape: "<function=NAME>ARGS</function>",
  router: null,
  reasoning: null,
  contentWrap: null,
  fence: "ignore",
  turnEnd: ["<|eom_id|>", "<|eot_id|>"],
  tokens: {},
  callId: null,
  parallel: "one element per call",
  variants: ["<|python_tag|> followed by raw Python."],
  notes: [],
  sources: ["llama.cpp tests/test-chat.cpp"],
  confirmedBy: ["chat template", "llama.cpp"],
  engine: "header-args",
  syntax: {
    sectionOpen: [],
    sectionClose: [],
    callOpen: ["<function="],
    nameEnd: [">"],
    callClose: "</function>",
    values: "json",
  },
};
