import type { ToolCallFormat } from "../../format.ts";

/** Role blocks with a tool-call block (Solar Open). */
export const solarOpen: ToolCallFormat = {
  id: "solar-open",
  title: "Role blocks with a tool-call block (Solar Open)",
  models: ["Upstage Solar-Open-100B"],
  modelPatterns: ["^solar-open-100b"],
  namesElsewhere: {
    "llama.cpp": "autoparser",
  },
  shape: "<|tool_calls|><|tool_call:begin|>ID<|tool_call:name|>NAME<|tool_call:args|>ARGS<|tool_call:end|>…<|calls|>",
  router: {
    kind: "messages",
    open: "<|begin|>assistant",
    firstInPrompt: true,
  },
  reasoning: {
    open: ["<|think|>"],
    close: ["<|end|>"],
    startsOpen: "never",
    toolInside: "ignore",
  },
  contentWrap: {
    open: ["<|content|>"],
    close: ["<|end|>"],
    newline: false,
    opaque: true,
  },
  fence: "none",
  turnEnd: ["<|calls|>", "<|end|>"],
  tokens: {},
  callId: "ten lower-case letters or digits before <|tool_call:name|>",
  parallel: "several calls in one block",
  variants: [],
  notes: [
    "<|end|> closes a text or reasoning block; another <|begin|>assistant may follow in the same generation.",
    "The prompt ends with <|begin|>assistant, so the first block starts with its kind marker.",
  ],
  sources: ["llama.cpp models/templates/upstage-Solar-Open-100B.jinja"],
  confirmedBy: ["chat template"],
  engine: "header-args",
  syntax: {
    sectionOpen: ["<|tool_calls|>"],
    sectionClose: ["<|calls|>"],
    callOpen: ["<|tool_call:begin|>"],
    nameEnd: ["<|tool_call:args|>"],
    idBefore: "<|tool_call:name|>",
    callClose: "<|tool_call:end|>",
    values: "json",
  },
};
