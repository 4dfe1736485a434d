import { describe, expect, it } from "vitest";
import type { Json } from "../../jsonrpc/json.ts";
import { keepsSchema } from "./keeps-schema.ts";

const given: Json = {
  type: "object",
  properties: {
    title: { type: ["string", "null"] },
    at: { type: "object", properties: { x: { anyOf: [{ type: "number" }, { enum: [1, 2] }] } }, required: ["x"] },
  },
  required: ["at"],
};
const { properties } = given as { properties: Record<string, Json> };
const at = properties["at"] as Record<string, Json>;

describe("a schema is that of its server", () => {
  it.each<[string, Json]>([
    ["word for word", given],
    ["closed", { ...given, additionalProperties: false }],
    ["with a dialect and a title", { $schema: "http://json-schema.org/draft-07/schema#", title: "t", ...given }],
    [
      "with the type of its choices",
      {
        ...given,
        properties: {
          ...properties,
          at: { ...at, properties: { x: { anyOf: [{ type: "number" }, { type: "number", enum: [1, 2] }] } } },
        },
      },
    ],
    ["with words of the host's own", { ...given, description: "Property at" }],
    ["closed within", { ...given, properties: { ...properties, at: { ...at, additionalProperties: false } } }],
  ])("%s", (_what, offered) => {
    expect(keepsSchema(offered, given)).toBe(true);
  });
});

it("a list of values has a type, said or not", () => {
  expect(keepsSchema({ enum: ["a", "b"], type: "string" }, { enum: ["a", "b"] })).toBe(true);
  expect(keepsSchema({ enum: ["a", 2], type: "string" }, { enum: ["a", 2] })).toBe(false);
  expect(keepsSchema({ type: "string" }, {})).toBe(false);
});

describe("a schema is not that of its server", () => {
  it.each<[string, Json | undefined]>([
    ["that is none", undefined],
    ["that is empty", {}],
    ["that asks for more", { ...given, required: ["at", "title"] }],
    ["that asks for nothing", { type: "object", properties }],
    ["with an argument more", { ...given, properties: { ...properties, additionalProperties: { type: "string" } } }],
    ["with an argument less", { ...given, properties: { at } }],
    ["with another type", { ...given, properties: { ...properties, title: { type: "string" } } }],
    [
      "with a type that is not that of its choices",
      {
        ...given,
        properties: {
          ...properties,
          at: { ...at, properties: { x: { anyOf: [{ type: "number" }, { type: "string", enum: [1, 2] }] } } },
        },
      },
    ],
    [
      "with a choice less",
      { ...given, properties: { ...properties, at: { ...at, properties: { x: { anyOf: [{ type: "number" }] } } } } },
    ],
    ["with a reference", { $ref: "#/$defs/a", ...given }],
    ["of which nothing is left but a list", [given]],
  ])("%s", (_what, offered) => {
    expect(keepsSchema(offered, given)).toBe(false);
  });

  it("that says another thing of what the server said", () => {
    expect(keepsSchema({ type: "object", additionalProperties: false }, { type: "object", additionalProperties: true })).toBe(
      false,
    );
    expect(keepsSchema({ type: "object", title: "a" }, { type: "object", title: "b" })).toBe(false);
  });
});
