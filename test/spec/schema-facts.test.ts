import { describe, expect, test } from "vitest";
import { revisions } from "../../src/spec/revision.ts";
import { carriedFacts, publishedDocument, type SchemaNode } from "./published-schema.ts";
import { factOf, factsOf, nodeOf, type Fact } from "./schema-facts.ts";

describe("facts of a schema", () => {
  test.each<[SchemaNode, Fact]>([
    [{ $ref: "#/$defs/Tool" }, "@Tool"],
    [{}, "any"],
    [{ type: "string" }, "string"],
    [{ type: ["integer", "null"] }, "integer|null"],
    [{ const: "2.0", type: "string" }, { is: "2.0" }],
    [{ enum: ["a", "b"], type: "string" }, { of: ["a", "b"] }],
    [
      { type: "array", items: { type: "string" }, maxItems: 100 },
      { list: "string", most: 100 },
    ],
    [
      { type: "number", minimum: 0, maximum: 1 },
      { kind: "number", least: 0, most: 1 },
    ],
    [
      { type: "object", properties: { a: { type: "string" }, b: {} }, required: ["a"] },
      { members: { a: "string", "b?": "any" } },
    ],
    [{ type: "object", required: [], additionalProperties: { type: "string" } }, { others: "string" }],
    [{ anyOf: [{ type: "string" }, { $ref: "#/$defs/A" }] }, { either: ["string", "@A"] }],
    [{ allOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }] }, { all: ["@A", "@B"] }],
  ])("%j are %j, and the way back", (node, fact) => {
    expect(factOf(node)).toEqual(fact);
    expect(nodeOf(fact, "#/$defs/")).toEqual(node);
  });

  test("leave out remarks and lose nothing else", () => {
    expect(factOf({ type: "string", description: "words", format: "uri" } as SchemaNode)).toBe("string");
    expect(() => factOf({ type: "string", minLength: 1 } as SchemaNode)).toThrow("no words for minLength");
    expect(() => factOf({ type: "object", additionalProperties: false })).toThrow("closed objects");
    expect(() => factOf({ type: "object", required: ["a"] })).toThrow("required and not described: a");
  });
});

describe.each(revisions)("the facts of %s", (revision) => {
  test("define every type they refer to", () => {
    const { definitions } = carriedFacts(revision);
    const named = [...JSON.stringify(definitions).matchAll(/"@(\w+)"/g)].map(([, name = ""]) => name);
    expect(Object.keys(definitions).length).toBeGreaterThan(60);
    expect(named.filter((name) => !Object.hasOwn(definitions, name))).toEqual([]);
  });

  test("are those of the published document", (context) => {
    const document = publishedDocument(revision);
    if (document === undefined) return context.skip("the published document is not beside the repository; its facts were tested");
    expect(carriedFacts(revision)).toEqual(factsOf(document));
  });
});
