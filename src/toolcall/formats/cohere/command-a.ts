import type { ToolCallFormat } from "../../format.ts";

/** JSON array between action markers (Command R7B, Command A). */
export const commandA: ToolCallFormat = {
  id: "command-a",
  title: "JSON array between action markers (Command R7B, Command A)",
  models: ["Command R7B", "Command A (reasoning)", "Cohere command4"],
  modelPatterns: ["command-r7b", "command-a"],
  namesElsewhere: {
    vllm: "cohere_command3/4",
    smg: "cohere",
    ollama: "cohere",
    sglang: "cohere_command4",
    "llama.cpp": "cohere2moe + autoparser",
  },
  shape: '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": NAME, "parameters": ARGS}, …]<|END_ACTION|>',
  router: {
    kind: "sections",
  },
  reasoning: {
    open: ["<|START_THINKING|>"],
    close: ["<|END_THINKING|>"],
    startsOpen: "never",
    toolInside: "ignore",
  },
  contentWrap: {
    open: ["<|START_RESPONSE|>", "<|START_TEXT|>"],
    close: ["<|END_RESPONSE|>", "<|END_TEXT|>"],
    newline: false,
    opaque: true,
  },
  fence: "ignore",
  turnEnd: ["<|END_OF_TURN_TOKEN|>"],
  tokens: {},
  callId: 'member "tool_call_id", an ordinal as text',
  parallel: "array elements",
  variants: [
    "The array is often pretty-printed over several lines.",
    "Newer mixture-of-experts models use the TEXT markers instead of RESPONSE.",
  ],
  notes: [],
  sources: [
    "llama.cpp common/parsers/cohere2moe.cpp",
    "transformers tests/utils/test_chat_parsing.py",
    "Ollama model/parsers/cohere.go",
  ],
  confirmedBy: ["chat template", "llama.cpp", "Ollama", "SMG"],
  engine: "json-envelope",
  syntax: {
    open: ["<|START_ACTION|>"],
    close: ["<|END_ACTION|>"],
    layout: "array",
    nameKeys: ["tool_name", "name"],
    argumentKeys: ["parameters", "arguments"],
    idKey: "tool_call_id",
    values: "json",
    idFirst: true,
  },
};
