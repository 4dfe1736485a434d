import type { ToolCallFormat } from "../../format.ts";

/** Typed content blocks with a JSON tool block (Inkling). */
export const inkling: ToolCallFormat = {
  id: "inkling",
  title: "Typed content blocks with a JSON tool block (Inkling)",
  models: ["Thinking Machines Inkling (TMLv0)"],
  modelPatterns: ["^inkling"],
  namesElsewhere: {
    vllm: "inkling",
    sglang: "inkling",
    smg: "inkling",
  },
  shape: '<|message_model|>NAME<|content_invoke_tool_json|>{"name": NAME, "args": ARGS}<|end_message|>',
  router: {
    kind: "messages",
    open: "<|message_model|>",
    firstInPrompt: true,
  },
  reasoning: {
    open: ["<|content_thinking|>"],
    close: ["<|end_message|>"],
    startsOpen: "never",
    toolInside: "endsReasoning",
  },
  contentWrap: {
    open: ["<|content_text|>"],
    close: ["<|end_message|>"],
    newline: false,
    opaque: true,
  },
  fence: "none",
  turnEnd: ["<|content_model_end_sampling|>"],
  tokens: {},
  callId: null,
  parallel: "one block per call",
  variants: [],
  notes: [
    "Text between <|message_model|> and the content kind is a header (author), never content.",
    "The prompt ends with <|message_model|>, so the first block starts with its kind marker or the name of a tool.",
    "The name that counts is the one in the JSON.",
  ],
  sources: [
    "transformers tests/utils/test_chat_parsing.py",
    "SMG tool_parser/src/parsers/inkling.rs",
    "vLLM vllm/parser/inkling.py",
  ],
  confirmedBy: ["SMG"],
  engine: "json-envelope",
  syntax: {
    open: ["<|content_invoke_tool_json|>"],
    close: ["<|end_message|>"],
    layout: "object",
    nameKeys: ["name"],
    argumentKeys: ["args", "arguments"],
    idKey: null,
    values: "json",
  },
};
