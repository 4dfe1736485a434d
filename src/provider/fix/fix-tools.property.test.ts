import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../jsonrpc/json.ts";
import { defectsOf } from "../judge/defects.ts";
import { providers } from "../providers.ts";
import { listedTools } from "../tool.ts";
import { fixTools } from "./fix-tools.ts";

/** Schemas as servers write them, with everything some provider does not take. */
const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => {
  // Most schemas are plain: what nests is rare enough that none grows without end.
  const plain = fc.record({ type: fc.constantFrom("string", "integer", "null", "object", "array") }) as fc.Arbitrary<JsonObject>;
  const inner = fc.oneof({ maxDepth: 2 }, { weight: 4, arbitrary: plain }, { weight: 1, arbitrary: tie("schema") });
  const words = fc.constantFrom("string", "number", "integer", "boolean", "null", "array", "object");
  const name = fc.constantFrom("a", "b", "a b", "filter[name]", "__proto__", "type", "x".repeat(70));
  const several = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: 1, maxLength: 3 });
  const keywords = {
    type: fc.oneof(words, fc.uniqueArray(words, { minLength: 1, maxLength: 3 })),
    description: fc.constantFrom("", "Says it."),
    properties: fc.dictionary(name, fc.oneof({ weight: 5, arbitrary: inner }, { weight: 1, arbitrary: fc.boolean() }), {
      maxKeys: 3,
    }),
    required: fc.uniqueArray(name, { maxLength: 2 }),
    additionalProperties: fc.oneof(fc.boolean(), inner),
    items: inner,
    anyOf: several(inner),
    oneOf: several(inner),
    allOf: several(inner),
    not: inner,
    const: fc.constantFrom<JsonObject["x"]>("k", 1, null, true),
    enum: several(fc.constantFrom<JsonObject["x"]>("k", "l", 1, null)),
    format: fc.constantFrom("uri", "date-time", "iban"),
    pattern: fc.constantFrom("^a$", "a", "a|b"),
    minLength: fc.nat(3),
    minimum: fc.integer({ min: -3, max: 3 }),
    exclusiveMinimum: fc.integer({ min: -3, max: 3 }),
    multipleOf: fc.integer({ min: 1, max: 5 }),
    uniqueItems: fc.boolean(),
    patternProperties: fc.dictionary(fc.constant("^x"), inner, { maxKeys: 1 }),
    propertyNames: inner,
    prefixItems: several(inner),
    $ref: fc.constantFrom("#", "#/$defs/one", "#/$defs/none", "https://example.test/schema"),
    default: fc.constantFrom<JsonObject["x"]>("k", null),
    "x-mine": fc.constant("y"),
  };
  const names = fc.uniqueArray(fc.constantFrom(...(Object.keys(keywords) as (keyof typeof keywords)[])), { maxLength: 4 });
  return {
    schema: names.chain((some) =>
      fc.record(Object.fromEntries(some.map((one) => [one, keywords[one] as fc.Arbitrary<JsonObject["x"]>]))),
    ),
  };
});

const tool = fc.record({
  name: fc.constantFrom("say", "say it", "1st", "say.it", "n".repeat(65), "n".repeat(200), "é"),
  description: fc.constantFrom("", "Says it."),
  inputSchema: fc.tuple(schema, schema).map(([root, one]): JsonObject => ({ ...root, $defs: { one } })),
});

/** Rules about the size of the whole, for which nothing is known but to say less. */
const unmendable = new Set(["tool-count", "depth", "total"]);

describe.each(providers.map((provider) => [provider.id, provider] as const))("%s", (_id, provider) => {
  test("takes what was fixed for it, and what it takes stays as it is", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(fc.uniqueArray(tool, { selector: ({ name }) => name, minLength: 1, maxLength: 3 }), (list) => {
        const fixed = fixTools(listedTools(list), provider);
        const wrong = defectsOf(fixed.tools, provider);
        expect(fixed.left).toEqual(wrong);
        expect(wrong.filter(({ rule }) => !unmendable.has(rule.kind))).toEqual([]);
        expect(new Set(fixed.tools.map(({ name }) => name)).size).toBe(list.length);
        const again = fixTools(fixed.tools, provider);
        expect(again.tools).toEqual(fixed.tools);
        expect(again.changes).toEqual([]);
      }),
      { numRuns: 60, seed: 1 },
    );
  });
});
