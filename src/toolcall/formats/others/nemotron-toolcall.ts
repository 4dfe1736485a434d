import type { ToolCallFormat } from "../../format.ts";
import { formatLike } from "../format-like.ts";
import { jamba } from "./jamba.ts";
import { thinkTags } from "../think-tags.ts";

/** JSON array in <TOOLCALL> (Llama-Nemotron, Nemotron Nano 2). */
export const nemotronToolcall: ToolCallFormat = formatLike(jamba, {
  id: "nemotron-toolcall",
  title: "JSON array in <TOOLCALL> (Llama-Nemotron, Nemotron Nano 2)",
  models: ["Llama-Nemotron Ultra/Deci", "Nemotron-Nano-v2"],
  modelPatterns: ["^llama-?3?[._\\d]*-nemotron", "^nvidia-nemotron-nano-\\d+b-v2", "^nemotron-nano-(\\d+b-)?v2"],
  namesElsewhere: { vllm: "nemotron_json", dynamo: "nemotron_deci", "llama.cpp": "autoparser" },
  shape: '<TOOLCALL>[{"name": NAME, "arguments": ARGS}, …]</TOOLCALL>',
  reasoning: thinkTags,
  notes: ["Markers are case sensitive."],
  sources: ["ai-dynamo/dynamo tool-calling config.rs", "llama.cpp tests/test-chat.cpp"],
  confirmedBy: ["chat template", "llama.cpp"],
  syntax: {
    open: ["<TOOLCALL>"],
    close: ["</TOOLCALL>"],
  },
});
