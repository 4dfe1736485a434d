import type { ModelWeights } from "./model-weights.ts";

/** Names of the matrices in GGUF files. */
export const ggufNames: Readonly<Record<keyof ModelWeights, string>> = {
  embedding: "token_embd.weight",
  attentionNorm: "blk.0.attn_norm.weight",
  query: "blk.0.attn_q.weight",
  key: "blk.0.attn_k.weight",
  value: "blk.0.attn_v.weight",
  attentionOutput: "blk.0.attn_output.weight",
  feedForwardNorm: "blk.0.ffn_norm.weight",
  gate: "blk.0.ffn_gate.weight",
  up: "blk.0.ffn_up.weight",
  down: "blk.0.ffn_down.weight",
  outputNorm: "output_norm.weight",
  output: "output.weight",
};

/** Names of the matrices in Hugging Face files, the same for Llama and Qwen 2. */
export const huggingFaceNames: Readonly<Record<keyof ModelWeights, string>> = {
  embedding: "model.embed_tokens.weight",
  attentionNorm: "model.layers.0.input_layernorm.weight",
  query: "model.layers.0.self_attn.q_proj.weight",
  key: "model.layers.0.self_attn.k_proj.weight",
  value: "model.layers.0.self_attn.v_proj.weight",
  attentionOutput: "model.layers.0.self_attn.o_proj.weight",
  feedForwardNorm: "model.layers.0.post_attention_layernorm.weight",
  gate: "model.layers.0.mlp.gate_proj.weight",
  up: "model.layers.0.mlp.up_proj.weight",
  down: "model.layers.0.mlp.down_proj.weight",
  outputNorm: "model.norm.weight",
  output: "lm_head.weight",
};

/** Matrices by the names of a file, those without a name left out. */
export function named(
  names: Readonly<Record<keyof ModelWeights, string>>,
  weights: ModelWeights,
): readonly (readonly [string, ModelWeights[keyof ModelWeights]])[] {
  return Object.entries(weights).map(([key, matrix]) => [names[key as keyof ModelWeights], matrix]);
}
