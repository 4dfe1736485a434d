import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { packageFile } from "../../base/files/package-file.ts";
import { parseModelScript } from "../script/load-model.ts";
import { checkedGguf } from "./checked-gguf.ts";
import { compileModel } from "./compile-model.ts";
import { architectures, type CompileOptions, tokenizers } from "./compiled-model.ts";
import { families, familyById } from "./families/registry.ts";
import type { ModelFamily } from "./families/family.ts";
import { readGguf } from "./gguf/read-gguf.ts";
import { loadGguf } from "./reference/load-gguf.ts";
import { verifyModel } from "./reference/verify-model.ts";
import type { ScriptedModelSpec, ScriptedScenario } from "./scripted-model-spec.ts";
import { specOfScript } from "./spec-of-script.ts";

const file = "marked.json";
const marked = parseModelScript(readFileSync(packageFile(`mocks/models/${file}`), "utf8"), file);
const qwen = familyById("qwen2.5") as ModelFamily;

/** The marked script for a family, without two calls in one answer where a call ends the answer. */
function sayable(family: ModelFamily): ScriptedModelSpec {
  const scenarios = marked.scenarios.filter(({ id }) => family.format !== "gpt-oss" || id !== "twice");
  return specOfScript({ ...marked, scenarios }, family, file);
}

const terseIds = [
  "deepseek-v4",
  "deepseek-v4.1",
  "functiongemma",
  "gemma4",
  "glm4.5",
  "gpt-oss",
  "hy3",
  "kimi-k3",
  "minimax-m3",
  "muse-glimmer",
  "solar-open2",
];
const terse = families.filter(({ id }) => terseIds.includes(id));
const wordy = families.filter(({ id }) => !terseIds.includes(id));

/** Scenarios with a marker each, and texts that share much. */
function alike(count: number): ScriptedModelSpec {
  const scenarios = Array.from({ length: count }, (_, index): ScriptedScenario => {
    const place = `#/scenarios/${index}`;
    const call = `<tool_call>\n{"name": "get_weather", "arguments": {"city": "City ${index}"}}\n</tool_call>`;
    const turns = [
      { text: index % 3 === 0 ? `${call}\n${call.replace("City", "Town")}` : call, place: `${place}/turns/0` },
      { text: `It is ${index} degrees in city ${index}, and the sun shines.`, place: `${place}/turns/1` },
    ];
    return { id: `s${index}`, marker: `MCK_${String(index).padStart(3, "0")}`, turns, place };
  });
  return { id: "alike", title: "Alike", family: qwen, scenarios, file: "alike.json" };
}

/** A model with one text and nothing else to say. */
function saying(text: string, family: ModelFamily = qwen): ScriptedModelSpec {
  const turns = [{ text, place: "#/scenarios/0/turns/0" }];
  const scenario: ScriptedScenario = { id: "only", marker: "MCK_ONLY", turns, place: "#/scenarios/0" };
  return { id: "one", title: "One", family, scenarios: [scenario], file: "one.json" };
}

function exactly(spec: ScriptedModelSpec, options: CompileOptions = {}): ReturnType<typeof verifyModel> {
  const model = compileModel(spec, options);
  return verifyModel(model, loadGguf(readGguf(model.gguf(), "model.gguf"), spec.family.ends));
}

describe("a model file", () => {
  it.each(families.map((family) => [family.id, family] as const))("of family %s says the marked script exactly", (_, family) => {
    const verified = exactly(sayable(family));
    expect(verified.filter(({ exact }) => !exact)).toEqual([]);
    expect(verified.length).toBeGreaterThan(9);
    expect(Math.min(...verified.map(({ gap }) => gap))).toBeGreaterThan(45);
  });

  it.each(wordy.map((family) => [family.id, family] as const))("of family %s says it with byte-level BPE too", (_, family) => {
    const verified = exactly(sayable(family), { tokenizer: "bpe" });
    expect(verified.filter(({ exact }) => !exact)).toEqual([]);
  });

  it.each(terse.map((family) => [family.id, family] as const))(
    "of family %s, with the same few letters between specials again and again, is refused for BPE",
    (_, family) => {
      expect(() => compileModel(sayable(family), { tokenizer: "bpe" })).toThrow(
        /^marked\.json#\/scenarios\/\d\/turns\/\d: .*use the tokenizer spm/,
      );
    },
  );

  it.each(architectures.flatMap((architecture) => tokenizers.map((tokenizer) => ({ architecture, tokenizer }))))(
    "of 20 scenarios stays below a megabyte: $architecture, $tokenizer",
    (options) => {
      const { bytes } = checkedGguf(compileModel(alike(20), options), "alike");
      expect(bytes.length).toBeLessThan(1_000_000);
    },
  );

  it("is the same, byte by byte, for the same script", () => {
    for (const options of [{}, { tokenizer: "bpe" }, { pieces: "auto" }] as const)
      expect(Buffer.compare(compileModel(alike(3), options).gguf(), compileModel(alike(3), options).gguf())).toBe(0);
  });

  it("tells its own turns with text, end and count of tokens", () => {
    const [only] = compileModel(saying("One two<tool_call>three</tool_call><|im_end|>")).scenarios;
    const [turn] = only?.turns ?? [];
    expect(turn).toMatchObject({
      marker: "MCK_ONLY",
      afterToolResult: null,
      text: "One two<tool_call>three</tool_call>",
      end: "<|im_end|>",
      tokenCount: 5,
    });
    expect(turn?.pieces.map((piece) => new TextDecoder().decode(piece))).toEqual([
      "One",
      " two",
      "<tool_call>",
      "three",
      "</tool_call>",
    ]);
  });

  it("takes the large layout when the small one is full", () => {
    const model = compileModel(alike(90));
    expect(model.layout).toBe("large");
    const few = { ...model, scenarios: model.scenarios.filter((_, index) => index % 15 === 0) };
    const verified = verifyModel(few, loadGguf(readGguf(model.gguf(), "large"), qwen.ends));
    expect(verified.filter(({ exact }) => !exact)).toEqual([]);
    expect(verified.length).toBeGreaterThan(12);
  });

  it.each([
    ["byte", "spm"],
    ["auto", "spm"],
    ["byte", "bpe"],
    ["auto", "bpe"],
  ] as const)("says the same texts cut otherwise: %s, %s", (pieces, tokenizer) => {
    const options = { pieces, tokenizer };
    expect(exactly(alike(6), options).filter(({ exact }) => !exact)).toEqual([]);
    const texts = (chosen: CompileOptions) =>
      compileModel(alike(6), chosen).scenarios.flatMap(({ turns }) => turns.map(({ text }) => text));
    expect(texts(options)).toEqual(texts({}));
  });

  it("says bytes one by one where the tokenizer has them, also within a character", () => {
    const [only] = compileModel(saying("ü🎉"), { pieces: "byte" }).scenarios;
    expect(only?.turns[0]?.pieces.map((piece) => piece.length)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it("says a text cut by hand in these pieces, specials apart", () => {
    const spec = saying("Hello <tool_call>wonderful world");
    const pieces = ["Hel", "lo ", "<tool_call>", "wonderf", "ul world"];
    const [scenario] = spec.scenarios;
    const turns = (scenario?.turns ?? []).map((turn) => ({ ...turn, pieces }));
    const cut = { ...spec, scenarios: [{ ...(scenario as ScriptedScenario), turns }] };
    const [only] = compileModel(cut).scenarios;
    expect(only?.turns[0]?.pieces.map((piece) => new TextDecoder().decode(piece))).toEqual(pieces);
    expect(exactly(cut, { tokenizer: "bpe" }).every(({ exact }) => exact)).toBe(true);
  });

  it("says special tokens as ordinary text when it is told to", () => {
    const spec = saying("<|im_end|> and <tool_call> are only words.");
    const [scenario] = spec.scenarios;
    const turns = (scenario?.turns ?? []).map((turn) => ({ ...turn, plain: true }));
    const model = compileModel({ ...spec, scenarios: [{ ...(scenario as ScriptedScenario), turns }] });
    const [turn] = model.scenarios[0]?.turns ?? [];
    const types = new Set(turn?.tokenIds.map((id) => model.vocabulary[id]?.type));
    expect(types).toEqual(new Set(["byte", "normal"]));
    expect(checkedGguf(model, "plain").gap).toBeGreaterThan(45);
  });

  it("without a default scenario says so", () => {
    const silent = compileModel(saying("x")).scenarios.find(({ id }) => id === "no-scenario");
    expect(silent?.turns[0]?.text).toBe("NO-SCENARIO of one applies");
  });
});
