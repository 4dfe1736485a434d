import { recordOf } from "../gguf/script-record.ts";
import type { ModelParts } from "../model-parts.ts";
import { filled } from "../weights/matrix.ts";
import { huggingFaceNames, named } from "../weights/tensor-names.ts";
import { tokenizerJson } from "./tokenizer-json.ts";
import { writeSafetensors } from "./write-safetensors.ts";

const classes = { llama: "LlamaForCausalLM", qwen2: "Qwen2ForCausalLM" } as const;

/** A model as the files of a Hugging Face directory, by name. */
export function huggingFaceOf(parts: ModelParts): ReadonlyMap<string, Uint8Array> {
  const json = (value: unknown): Uint8Array => new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
  return new Map([
    ["config.json", json(configOf(parts))],
    ["generation_config.json", json(generationOf(parts))],
    ["mcpcheck.json", json(recordOf(parts))],
    ["model.safetensors", writeSafetensors([...named(huggingFaceNames, parts.weights), ...biases(parts)])],
    ["tokenizer.json", json(tokenizerJson(parts))],
    ["tokenizer_config.json", json(tokenizerConfigOf(parts))],
  ]);
}

function configOf({ architecture, family, shape, contextLength, vocabulary, idOf }: ModelParts): object {
  return {
    architectures: [classes[architecture]],
    model_type: architecture,
    torch_dtype: "bfloat16",
    hidden_size: shape.width,
    intermediate_size: shape.feedForward,
    num_hidden_layers: 1,
    num_attention_heads: shape.heads,
    num_key_value_heads: shape.heads,
    head_dim: shape.headSize,
    hidden_act: "silu",
    rms_norm_eps: shape.epsilon,
    rope_theta: shape.ropeBase,
    max_position_embeddings: contextLength,
    vocab_size: vocabulary.length,
    tie_word_embeddings: false,
    attention_bias: false,
    mlp_bias: false,
    use_cache: true,
    bos_token_id: family.bos === null ? null : idOf(family.bos),
    eos_token_id: idOf(family.eos),
  };
}

function generationOf({ family, idOf }: ModelParts): object {
  return {
    bos_token_id: family.bos === null ? null : idOf(family.bos),
    eos_token_id: family.ends.map(idOf),
    pad_token_id: idOf(family.eos),
  };
}

function tokenizerConfigOf({ family, contextLength, chatTemplate }: ModelParts): object {
  return {
    tokenizer_class: "PreTrainedTokenizerFast",
    bos_token: family.bos,
    eos_token: family.eos,
    pad_token: family.eos,
    model_max_length: contextLength,
    clean_up_tokenization_spaces: false,
    chat_template: chatTemplate,
  };
}

function biases({ architecture, shape }: ModelParts): ReturnType<typeof named> {
  if (architecture !== "qwen2") return [];
  return ["q", "k", "v"].map(
    (name) => [`model.layers.0.self_attn.${name}_proj.bias`, filled(shape.heads * shape.headSize, 0)] as const,
  );
}
