import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { McpcheckError } from "../../../src/base/mcpcheck-error.ts";
import { compileModel } from "../../../src/model/scripted/compile-model.ts";
import { architectures, pieceCuts, tokenizers } from "../../../src/model/scripted/compiled-model.ts";
import { families } from "../../../src/model/scripted/families/registry.ts";
import { readGguf } from "../../../src/model/scripted/gguf/read-gguf.ts";
import { loadGguf } from "../../../src/model/scripted/reference/load-gguf.ts";
import { verifyModel } from "../../../src/model/scripted/reference/verify-model.ts";
import type { ScriptedModelSpec } from "../../../src/model/scripted/scripted-model-spec.ts";

/** Texts of words, signs and specials, many of them again and again. */
function textOf(specials: readonly string[]): fc.Arbitrary<string> {
  const bits = [
    fc.constantFrom(
      "x y z",
      "the weather",
      " Paris",
      '{"name": "',
      "\n",
      " ",
      "<",
      "ü",
      "日本",
      "🎉",
      "▁",
      "<0x41>",
      "a",
      "</tool",
      "12",
    ),
    ...(specials.length === 0 ? [] : [fc.constantFrom(...specials)]),
    fc.string({ unit: "grapheme", maxLength: 12 }),
  ];
  return fc.array(fc.oneof(...bits), { maxLength: 14 }).map((parts) => parts.join(""));
}

const spec: fc.Arbitrary<ScriptedModelSpec> = fc.constantFrom(...families).chain((family) => {
  const specials = family.specials
    .map(({ text }) => text)
    .filter((text) => ![...family.ends, ...family.toolResultSigns].includes(text));
  return fc
    .array(fc.tuple(textOf(specials), fc.option(textOf(specials))), { minLength: 1, maxLength: 5 })
    .map((texts): ScriptedModelSpec => {
      const scenarios = texts.map(([first, second], index) => {
        const place = `#/scenarios/${index}`;
        const turns = [first, ...(second === null ? [] : [second])].map((text, turn) => ({
          text,
          place: `${place}/turns/${turn}`,
        }));
        const isDefault = index === texts.length - 1 && texts.length % 2 === 0;
        return { id: `s${index}`, ...(isDefault ? {} : { marker: `MCK_${index}_END` }), turns, place };
      });
      return { id: "random", title: "Random", family, scenarios, file: "random.json" };
    });
});

describe("a random script", () => {
  it("is said exactly, or refused by name", () => {
    let said = 0;
    fc.assert(
      fc.property(
        spec,
        fc.record({
          tokenizer: fc.constantFrom(...tokenizers),
          architecture: fc.constantFrom(...architectures),
          pieces: fc.constantFrom(...pieceCuts),
        }),
        (script, options) => {
          let model;
          try {
            model = compileModel(script, options);
          } catch (error) {
            return (
              error instanceof McpcheckError && error.code === "usage" && error.message.startsWith("random.json#/scenarios/")
            );
          }
          said += 1;
          const verified = verifyModel(model, loadGguf(readGguf(model.gguf(), "random.gguf"), script.family.ends));
          return verified.every(({ exact, gap }) => exact && gap > 40);
        },
      ),
      { numRuns: 120 },
    );
    expect(said).toBeGreaterThan(30);
  });
});
