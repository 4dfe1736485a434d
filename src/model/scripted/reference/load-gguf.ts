import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import type { GgufFile, ReadValue } from "../gguf/read-gguf.ts";
import type { Matrix } from "../weights/matrix.ts";
import type { ModelShape, ModelWeights } from "../weights/model-weights.ts";
import { ggufNames } from "../weights/tensor-names.ts";
import { createFileTokenizer } from "./file-tokenizer.ts";
import { createReferenceModel } from "./reference-model.ts";
import type { LoadedModel } from "./verify-model.ts";

/** A GGUF file as the reference runs it; `ends` are the texts of the tokens that end an answer. @throws McpcheckError `usage` */
export function loadGguf({ metadata, tensors }: GgufFile, ends: readonly string[]): LoadedModel {
  const architecture = String(metadata.get("general.architecture"));
  const texts = listOf(metadata, "tokenizer.ggml.tokens").map(String);
  const tokenizer = createFileTokenizer({
    kind: metadata.get("tokenizer.ggml.model") === "gpt2" ? "bpe" : "spm",
    texts,
    types: listOf(metadata, "tokenizer.ggml.token_type").map(Number),
  });
  const weights = weightsOf((name) => tensors.find((tensor) => tensor.name === name)?.matrix());
  const shape = shapeOfFile((key) => Number(metadata.get(`${architecture}.${key}`)));
  const bos = metadata.get("tokenizer.ggml.add_bos_token") === true ? [Number(metadata.get("tokenizer.ggml.bos_token_id"))] : [];
  const ropePairs = architecture === "llama" ? "neighbours" : "halves";
  const create = createReferenceModel(weights, shape, { ropePairs });
  return { tokenizer, bos, ends: new Set(ends.map((end) => texts.indexOf(end))), start: create };
}

/** The matrices a file has, by GGUF's names. @throws McpcheckError `usage` naming one that is missing */
function weightsOf(matrix: (name: string) => Matrix | undefined): ModelWeights {
  const entries = Object.entries(ggufNames).map(([key, name]) => {
    const found = matrix(name);
    if (found === undefined) throw new McpcheckError("usage", `the file has no tensor ${name}`);
    return [key, found] as const;
  });
  return Object.fromEntries(entries) as ModelWeights;
}

function shapeOfFile(value: (key: string) => number): ModelShape {
  const width = value("embedding_length");
  const heads = value("attention.head_count");
  return {
    width,
    heads,
    headSize: width / heads,
    feedForward: value("feed_forward_length"),
    ropeBase: value("rope.freq_base"),
    epsilon: value("attention.layer_norm_rms_epsilon"),
  };
}

function listOf(metadata: ReadonlyMap<string, ReadValue>, key: string): readonly ReadValue[] {
  const value = metadata.get(key);
  if (!Array.isArray(value)) throw new McpcheckError("usage", `the file has no ${key}`);
  return value as readonly ReadValue[];
}
