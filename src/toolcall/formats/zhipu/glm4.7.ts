import type { ToolCallFormat } from "../../format.ts";
import { formatLike } from "../format-like.ts";
import { glm45 } from "./glm4.5.ts";

/** arg_key / arg_value pairs without newlines (GLM 4.7, GLM 5). */
export const glm47: ToolCallFormat = formatLike(glm45, {
  id: "glm4.7",
  title: "arg_key / arg_value pairs without newlines (GLM 4.7, GLM 5)",
  models: ["GLM-4.7(-Flash)", "GLM-5.x", "Spark2.5", "HyperCLOVAX-SEED-Think (newlines)"],
  modelPatterns: ["^glm-4\\.7", "^glm-5", "^spark2\\.5", "^hyperclovax-seed-think"],
  namesElsewhere: {
    vllm: "glm47",
    sglang: "glm47, glm53-flash",
    smg: "glm47_moe",
    ollama: "glm-4.7",
    dynamo: "glm47",
    "mlx-lm": "glm47",
  },
  shape: "<tool_call>NAME<arg_key>KEY</arg_key><arg_value>VALUE</arg_value></tool_call>",
  tokens: { "<tool_call>": 154843, "</tool_call>": 154844, "<|observation|>": 154829 },
  between: undefined,
  notes: ["A call without arguments is <tool_call>NAME</tool_call>."],
  sources: ["ai-dynamo/dynamo tool-calling config.rs", "local-inference-lab/vllm PR 540 (ids)"],
  confirmedBy: ["chat template", "llama.cpp", "vLLM", "Ollama", "SMG", "mlx-lm"],
  syntax: {
    layout: {},
  },
});
