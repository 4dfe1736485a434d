import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../jsonrpc/json.ts";
import { keepsSchema } from "../keeps-schema.ts";

const text = { type: "string" };
const described = { type: "string", description: "in words of the host" };

describe("schemas under a name are kept", () => {
  const members = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

  it.each(members)("within %s, also with words added", (member) => {
    expect(keepsSchema({ [member]: { one: described, two: text } }, { [member]: { two: text, one: text } })).toBe(true);
  });

  it.each(members)("within %s, where no other name may stand, whatever words may be added to a schema", (member) => {
    for (const name of ["title", "description", "$schema", "additionalProperties"])
      expect(keepsSchema({ [member]: { one: text, [name]: text } }, { [member]: { one: text } })).toBe(false);
  });

  it.each(members)("within %s, where every one has to be what it was", (member) => {
    expect(keepsSchema({ [member]: { one: { type: "number" } } }, { [member]: { one: text } })).toBe(false);
    expect(keepsSchema({ [member]: [text] }, { [member]: { one: text } })).toBe(false);
  });
});

describe("a value within a schema is kept to the letter:", () => {
  const titled = { a: 1, title: "added" };
  it.each<readonly [string, Json, Json]>([
    ["enum", [{ a: 1 }], [titled]],
    ["const", { a: 1 }, titled],
    ["default", { a: 1 }, titled],
    ["examples", [{ a: 1 }], [titled]],
    ["required", ["a"], ["a", "b"]],
    ["type", ["string", "null"], ["string", "number"]],
  ])("%s", (member, given, offered) => {
    expect(keepsSchema({ [member]: given }, { [member]: given })).toBe(true);
    expect(keepsSchema({ [member]: offered }, { [member]: given })).toBe(false);
  });
});

describe("a schema that a host writes", () => {
  const choices = { enum: ["a"], type: "string" };
  it.each<readonly [string, JsonObject, JsonObject, boolean]>([
    ["keeps items with words added", { items: described }, { items: text }, true],
    ["loses items of another type", { items: { type: "number" } }, { items: text }, false],
    ["keeps one value with its type", { const: "a", type: "string" }, { const: "a" }, true],
    ["loses one value with another type", { const: 1, type: "string" }, { const: 1 }, false],
    ["keeps choices of whole numbers with their type", { enum: [1, 2], type: "integer" }, { enum: [1, 2] }, true],
    ["loses choices with a type that one is not of", { enum: [1, 2.5], type: "integer" }, { enum: [1, 2.5] }, false],
    ["keeps choices of numbers with their type", { enum: [1, 2.5], type: "number" }, { enum: [1, 2.5] }, true],
    ["keeps nothing as the only value with its type", { const: null, type: "null" }, { const: null }, true],
    ["loses nothing as the only value where it becomes an object", { const: null, type: "object" }, { const: null }, false],
    ["keeps a list as the only value with its type", { const: [1], type: "array" }, { const: [1] }, true],
    ["loses a list as the only value where it becomes an object", { const: [1], type: "object" }, { const: [1] }, false],
    ["loses a text as the only value where it becomes a list", { const: "a", type: "array" }, { const: "a" }, false],
    ["keeps an object as the only value with its type", { const: {}, type: "object" }, { const: {} }, true],
    ["keeps required names in another order", { required: ["b", "a"] }, { required: ["a", "b"] }, true],
    ["loses one of the required names", { required: ["a", "a"] }, { required: ["a", "b"] }, false],
    ["keeps choices in another order", { enum: ["b", 1] }, { enum: [1, "b"] }, true],
    ["loses the order of examples", { examples: ["b", "a"] }, { examples: ["a", "b"] }, false],
    ["loses choices that get a length", { ...choices, maxLength: 1 }, choices, false],
    ["loses alternatives that become more", { anyOf: [text, { type: "null" }] }, { anyOf: [text] }, false],
    ["loses alternatives that become less", { anyOf: [text] }, { anyOf: [text, { type: "null" }] }, false],
    ["loses alternatives that are no list", { anyOf: text }, { anyOf: [text] }, false],
    ["keeps alternatives with words added", { anyOf: [described] }, { anyOf: [text] }, true],
    ["loses words that the server said", { type: "string" }, described, false],
  ])("%s", (_title, offered, given, expected) => {
    expect(keepsSchema(offered, given)).toBe(expected);
  });
});
