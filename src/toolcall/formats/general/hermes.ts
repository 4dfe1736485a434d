import type { ToolCallFormat } from "../../format.ts";
import { thinkTags } from "../think-tags.ts";

/** JSON object per <tool_call> section (Hermes). */
export const hermes: ToolCallFormat<"json-envelope"> = {
  id: "hermes",
  title: "JSON object per <tool_call> section (Hermes)",
  models: ["NousResearch Hermes 2 Pro/3/4", "many fine-tunes", "Phi-4 in vllm.rs"],
  modelPatterns: ["^(nous-)?hermes-[234]", "hermes-[23]-pro", "^phi-?4(-14b|-latest)?$"],
  namesElsewhere: {
    vllm: "hermes",
    sglang: "hermes",
    "llama.cpp": "autoparser JSON_NATIVE",
    dynamo: "hermes",
    ollama: "template engine (tools/)",
    "mlx-lm": "json_tools",
    "vllm.rs": "phi4, glm4 (text only)",
  },
  shape: '<tool_call>\n{"name": NAME, "arguments": ARGS}\n</tool_call>',
  router: null,
  reasoning: { ...thinkTags, startsOpen: "never" },
  contentWrap: null,
  fence: "ignore",
  turnEnd: ["<|im_end|>"],
  tokens: {},
  callId: null,
  parallel: "one section per call",
  between: "\n",
  variants: [],
  notes: [
    "Newlines inside the section are optional on input.",
    "Older fine-tunes also use <scratch_pad>…</scratch_pad>; treat that as text unless configured.",
  ],
  sources: ["vLLM tool_parsers/hermes_tool_parser.py", "ai-dynamo/dynamo tool-calling config.rs"],
  confirmedBy: ["chat template", "llama.cpp", "vLLM", "Ollama", "SMG", "mlx-lm"],
  engine: "json-envelope",
  syntax: {
    open: ["<tool_call>"],
    close: ["</tool_call>"],
    layout: "object",
    nameKeys: ["name"],
    argumentKeys: ["arguments", "parameters"],
    idKey: null,
    values: "json",
    layoutSpace: ["\n", "\n"],
  },
};
