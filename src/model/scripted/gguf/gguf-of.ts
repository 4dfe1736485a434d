import { tokenTypes } from "../compiled-model.ts";
import type { ModelParts } from "../model-parts.ts";
import { filled } from "../weights/matrix.ts";
import type { Matrix } from "../weights/matrix.ts";
import { ggufNames, named } from "../weights/tensor-names.ts";
import type { ElementType, GgufValue } from "./gguf-value.ts";
import { recordOf, scriptKey } from "./script-record.ts";
import { writeGguf } from "./write-gguf.ts";

/** GGUF's number for a file whose matrices are half precision. */
const mostlyF16 = 1;

/** A model as a GGUF file. */
export function ggufOf(parts: ModelParts): Uint8Array {
  const metadata = {
    ...generalOf(parts),
    ...shapeValues(parts),
    ...tokenizerOf(parts),
    [scriptKey]: string(JSON.stringify(recordOf(parts))),
  };
  return writeGguf(Object.entries(metadata), [...named(ggufNames, parts.weights), ...biases(parts)]);
}

function generalOf({ architecture, title, id }: ModelParts): Record<string, GgufValue> {
  return {
    "general.architecture": string(architecture),
    "general.type": string("model"),
    "general.name": string(`mcpcheck ${id}`),
    "general.description": string(title),
    "general.file_type": uint(mostlyF16),
    "general.quantization_version": uint(2),
  };
}

function shapeValues({ architecture, shape, contextLength, vocabulary }: ModelParts): Record<string, GgufValue> {
  const values: Record<string, GgufValue> = {
    context_length: uint(contextLength),
    embedding_length: uint(shape.width),
    block_count: uint(1),
    feed_forward_length: uint(shape.feedForward),
    "attention.head_count": uint(shape.heads),
    "attention.head_count_kv": uint(shape.heads),
    "attention.layer_norm_rms_epsilon": { type: "float32", value: shape.epsilon },
    "rope.dimension_count": uint(shape.headSize),
    "rope.freq_base": { type: "float32", value: shape.ropeBase },
    vocab_size: uint(vocabulary.length),
  };
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`${architecture}.${key}`, value]));
}

function tokenizerOf({ family, tokenizer, vocabulary, chatTemplate, idOf }: ModelParts): Record<string, GgufValue> {
  const spm = tokenizer === "spm";
  const values: Record<string, GgufValue> = {
    model: string(spm ? "llama" : "gpt2"),
    pre: string(spm ? "default" : "qwen2"),
    tokens: array(
      "string",
      vocabulary.map(({ text }) => text),
    ),
    ...(spm
      ? {
          scores: array(
            "float32",
            vocabulary.map(({ type }, id) => (type === "normal" ? -10_000 - id : 0)),
          ),
        }
      : {}),
    token_type: array(
      "int32",
      vocabulary.map(({ type }) => tokenTypes[type]),
    ),
    ...(spm ? { unknown_token_id: uint(0), add_space_prefix: { type: "bool", value: false } } : { merges: array("string", []) }),
    bos_token_id: uint(idOf(family.bos ?? family.eos)),
    eos_token_id: uint(idOf(family.eos)),
    padding_token_id: uint(idOf(family.eos)),
    add_bos_token: { type: "bool", value: family.bos !== null },
    add_eos_token: { type: "bool", value: false },
  };
  const entries = Object.entries(values).map(([key, value]) => [`tokenizer.ggml.${key}`, value] as const);
  return { ...Object.fromEntries(entries), "tokenizer.chat_template": string(chatTemplate) };
}

/** Qwen 2 has biases at the queries, keys and values; here they are zero. */
function biases({ architecture, shape }: ModelParts): readonly (readonly [string, Matrix])[] {
  if (architecture !== "qwen2") return [];
  return ["q", "k", "v"].map((name) => [`blk.0.attn_${name}.bias`, filled(shape.heads * shape.headSize, 0)] as const);
}

function string(value: string): GgufValue {
  return { type: "string", value };
}

function uint(value: number): GgufValue {
  return { type: "uint32", value };
}

function array(of: ElementType, value: readonly (string | number)[]): GgufValue {
  return { type: "array", of, value };
}
