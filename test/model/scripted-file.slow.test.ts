import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { compileModel } from "../../src/model/scripted/compile-model.ts";
import { architectures, type CompiledModel, tokenizers } from "../../src/model/scripted/compiled-model.ts";
import { familyById } from "../../src/model/scripted/families/registry.ts";
import { promptsOf } from "../../src/model/scripted/reference/verify-model.ts";
import { specOfScript } from "../../src/model/scripted/spec-of-script.ts";
import { loadModelScript } from "../../src/model/script/load-model.ts";
import { openEngine } from "./engine/llama-engine.ts";

const engine = await openEngine();
const isExpected = process.env["CI"] !== undefined && process.platform === "linux" && process.arch === "x64";
const folder = mkdtempSync(join(tmpdir(), "mcpcheck-model-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const marked = loadModelScript("marked", "/");
/** One family per way of writing calls, with a begin token and without. */
const familyIds = ["qwen3", "qwen3-coder", "llama3.1", "mistral-nemo", "glm4.7", "deepseek-v3.1", "granite3", "lfm2"];
const combinations = [
  ...architectures.flatMap((architecture) =>
    tokenizers.map((tokenizer) => ({ architecture, tokenizer, pieces: "word" as const })),
  ),
  ...(["byte", "auto"] as const).map((pieces) => ({ architecture: "llama" as const, tokenizer: "spm" as const, pieces })),
];

it("the prebuilt llama.cpp is there where it must be", () => {
  expect(engine !== undefined || !isExpected).toBe(true);
});

describe.skipIf(engine === undefined)("llama.cpp (left out where npm has no prebuilt library for the platform)", () => {
  it.each(combinations.flatMap((options) => familyIds.map((id) => ({ id, ...options }))))(
    "says every scenario exactly, at temperature 0 and 1: $id, $architecture, $tokenizer, $pieces",
    async ({ id, ...options }) => {
      const model = markedModel(id, options);
      const played = await play(model);
      const turns = model.scenarios.flatMap(({ turns: all }) => all);
      expect(played).toEqual(
        turns.flatMap((turn) =>
          promptsOf(model, turn).flatMap(() => [turn, turn].map(({ text, tokenIds, end }) => ({ text, tokens: tokenIds, end }))),
        ),
      );
    },
  );
});

function markedModel(id: string, options: Parameters<typeof compileModel>[1]): CompiledModel {
  const family = familyById(id);
  if (family === undefined) throw new Error(`no family ${id}`);
  return compileModel(specOfScript(marked, family, "marked"), options);
}

/** Everything the file says to the prompts of its turns, twice each: greedy, and sampled. */
async function play(model: CompiledModel): Promise<readonly object[]> {
  const file = join(folder, `${model.family.id}-${model.architecture}-${model.tokenizer}.gguf`);
  writeFileSync(file, model.gguf());
  const loaded = await engine?.load(file);
  const played: object[] = [];
  for (const turn of model.scenarios.flatMap(({ turns }) => turns)) {
    for (const prompt of promptsOf(model, turn)) {
      for (const temperature of [0, 1]) {
        const said = await loaded?.generate(prompt, { temperature, most: turn.tokenCount + 20 });
        played.push({ text: said?.text, tokens: said?.tokens, end: model.vocabulary[said?.end ?? -1]?.text });
      }
    }
  }
  await loaded?.close();
  return played;
}
