import type { ToolCallFormat } from "../../format.ts";

/** JSON array after [TOOL_CALLS] (Mistral tokenizer v3 to v7). */
export const mistralV3: ToolCallFormat = {
  id: "mistral-v3",
  title: "JSON array after [TOOL_CALLS] (Mistral tokenizer v3 to v7)",
  models: ["Mistral-7B-v0.3", "Mixtral 8x22B", "Mistral-Nemo", "Mistral-Large 2407/2411"],
  modelPatterns: [
    "^mistral(-7b|-latest)?$",
    "^mistral-7b-instruct-v0\\.3",
    "^mixtral-8x22b",
    "^mistral-nemo",
    "^mistral-large(-instruct)?-24(07|11)",
  ],
  namesElsewhere: {
    vllm: "mistral (pre-v11)",
    sglang: "mistral",
    dynamo: "mistral",
    "vllm.rs": "mistral_list",
    smg: "mistral",
  },
  shape: '[TOOL_CALLS][{"name": NAME, "arguments": ARGS, "id": ID}, …]',
  router: null,
  reasoning: null,
  contentWrap: null,
  fence: "ignore",
  turnEnd: ["</s>"],
  tokens: {
    "[TOOL_CALLS]": 9,
  },
  callId: 'member "id", nine letters or digits',
  parallel: "array elements",
  variants: [],
  notes: ["A space may follow the marker.", "[/TOOL_CALLS] is rare and optional."],
  sources: ["llama.cpp tests/test-chat.cpp", "vLLM tool_parsers/mistral_tool_parser.py"],
  confirmedBy: ["chat template", "llama.cpp", "vLLM", "SMG"],
  engine: "json-envelope",
  syntax: {
    open: ["[TOOL_CALLS]"],
    close: ["[/TOOL_CALLS]"],
    layout: "array",
    nameKeys: ["name"],
    argumentKeys: ["arguments", "parameters"],
    idKey: "id",
    values: "json",
    closeOptional: true,
  },
};
