import { Tokenizer } from "@huggingface/tokenizers";
import { describe, expect, it } from "vitest";
import { loadModelScript } from "../../../src/model/script/load-model.ts";
import { compileModel } from "../../../src/model/scripted/compile-model.ts";
import { architectures, type CompiledModel, tokenizers } from "../../../src/model/scripted/compiled-model.ts";
import { familyById } from "../../../src/model/scripted/families/registry.ts";
import { readSafetensors } from "./read-safetensors.ts";
import { createReferenceModel } from "../../../src/model/scripted/reference/reference-model.ts";
import { type LoadedModel, promptsOf, verifyModel } from "../../../src/model/scripted/reference/verify-model.ts";
import { specOfScript } from "../../../src/model/scripted/spec-of-script.ts";
import { fromBfloat, toBfloat } from "../../../src/model/scripted/weights/half.ts";
import type { Matrix } from "../../../src/model/scripted/weights/matrix.ts";
import type { ModelWeights } from "../../../src/model/scripted/weights/model-weights.ts";
import { huggingFaceNames } from "../../../src/model/scripted/weights/tensor-names.ts";

const marked = loadModelScript("marked", "/");
const families = ["qwen3", "mistral-nemo", "llama3.1"];
const combinations = families.flatMap((id) =>
  architectures.flatMap((architecture) => tokenizers.map((tokenizer) => ({ id, architecture, tokenizer }))),
);

type Config = {
  readonly hidden_size: number;
  readonly num_attention_heads: number;
  readonly head_dim: number;
  readonly intermediate_size: number;
  readonly rope_theta: number;
  readonly rms_norm_eps: number;
};

describe.each(combinations)("a Hugging Face directory: $id, $architecture, $tokenizer", ({ id, ...options }) => {
  const family = familyById(id);
  if (family === undefined) throw new Error(`no family ${id}`);
  const model = compileModel(specOfScript(marked, family, "marked"), options);
  const files = model.huggingFace();
  const json = (name: string): object => JSON.parse(new TextDecoder().decode(files.get(name))) as object;
  const tokenizer = new Tokenizer(json("tokenizer.json"), json("tokenizer_config.json"));

  it("says every scenario exactly with everything rounded to bfloat16", () => {
    const verified = verifyModel(model, load(files, tokenizer, model));
    expect(verified.filter(({ exact }) => !exact)).toEqual([]);
    expect(Math.min(...verified.map(({ gap }) => gap))).toBeGreaterThan(40);
  });

  it("has a tokenizer that reads prompts as specials and bytes, and writes the texts", () => {
    const own = new Set(model.scenarios.flatMap(({ turns }) => turns.flatMap(({ tokenIds }) => tokenIds)));
    const specials = new Set(family.specials.map(({ text }) => text));
    for (const turn of model.scenarios.flatMap(({ turns }) => turns)) {
      expect(tokenizer.decode([...turn.tokenIds], { skip_special_tokens: false })).toBe(turn.text);
      const ids = promptsOf(model, turn).flatMap((prompt) => tokenizer.encode(`${prompt}${turn.text}`).ids);
      const shown = ids.filter((token) => own.has(token) && !specials.has(model.vocabulary[token]?.text ?? ""));
      expect(shown.filter((token) => (model.vocabulary[token]?.bytes.length ?? 0) > 1)).toEqual([]);
    }
  });

  it("ends answers with every token that ends them, and knows its script", () => {
    const ends = family.ends.map((end) => model.vocabulary.findIndex(({ text }) => text === end));
    expect(json("generation_config.json")).toMatchObject({ eos_token_id: ends });
    expect(json("mcpcheck.json")).toMatchObject({ id: "marked", family: id });
    expect(json("tokenizer_config.json")).toMatchObject({ chat_template: family.chatTemplate });
  });
});

function load(files: ReadonlyMap<string, Uint8Array>, tokenizer: Tokenizer, model: CompiledModel): LoadedModel {
  const tensors = readSafetensors(files.get("model.safetensors") ?? new Uint8Array());
  const config = JSON.parse(new TextDecoder().decode(files.get("config.json"))) as Config;
  const entries = Object.entries(huggingFaceNames).map(([key, name]) => [key, tensors.get(name)] as [string, Matrix]);
  const shape = {
    width: config.hidden_size,
    heads: config.num_attention_heads,
    headSize: config.head_dim,
    feedForward: config.intermediate_size,
    ropeBase: config.rope_theta,
    epsilon: config.rms_norm_eps,
  };
  const round = (value: number): number => fromBfloat(toBfloat(value));
  return {
    tokenizer: {
      encode: (text) => tokenizer.encode(text).ids,
      decode: (token) => model.vocabulary[token]?.bytes ?? new Uint8Array(),
    },
    bos: [],
    ends: new Set(model.family.ends.map((end) => model.vocabulary.findIndex(({ text }) => text === end))),
    start: createReferenceModel(Object.fromEntries(entries) as ModelWeights, shape, { round, ropePairs: "halves" }),
  };
}
