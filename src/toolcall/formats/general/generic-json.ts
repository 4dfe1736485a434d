import type { ToolCallFormat } from "../../format.ts";

/** Bare JSON object or array (generic prompt, forced tool choice). */
export const genericJson: ToolCallFormat<"json-envelope"> = {
  id: "generic-json",
  title: "Bare JSON object or array (generic prompt, forced tool choice)",
  models: ["llama.cpp Generic handler", "OpenAI/Claude/Gemini-style passthrough", "tool_choice=required guided JSON"],
  modelPatterns: [],
  namesElsewhere: {
    vllm: "required/named path",
    sglang: "json_array_parser",
    smg: "json",
    dynamo: "bare_json_mode",
  },
  shape: '[{"name": NAME, "parameters": ARGS}, …] or {"name": NAME, "parameters": ARGS}',
  router: null,
  reasoning: null,
  contentWrap: null,
  fence: "own",
  turnEnd: [],
  tokens: {},
  callId: null,
  parallel: "array elements",
  variants: [],
  notes: ["A JSON value without a name is content."],
  sources: ["ai-dynamo/dynamo tool-calling config.rs", "SGLang function_call/json_array_parser.py"],
  confirmedBy: ["SMG"],
  engine: "json-envelope",
  syntax: {
    open: [],
    close: [],
    layout: "array",
    nameKeys: ["name"],
    argumentKeys: ["parameters", "arguments"],
    idKey: null,
    values: "json",
    bareStart: ["{", "["],
    bareWraps: [
      ["```json", "```"],
      ["```", "```"],
    ],
  },
};
