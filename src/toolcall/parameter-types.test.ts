import { describe, expect, it } from "vitest";
import { createTypeLookup } from "./parameter-types.ts";
import { toolSchema } from "./tool-schema.ts";

/** The types that are known of the parameter `p` of a tool whose parameters have this schema for it, sorted. */
function typesOf(p: unknown, more: Record<string, unknown> = {}): readonly string[] | undefined {
  const types = createTypeLookup([{ name: "f", parameters: { properties: { p }, ...more } }])("f", ["p"]);
  return types && [...types].toSorted();
}

describe("of a parameter it is known that it is", () => {
  it.each<[string, unknown, readonly string[] | undefined]>([
    ["of the type it names", { type: "integer" }, ["integer"]],
    ["of one of the types it names", { type: ["string", "null"] }, ["null", "string"]],
    ["of one of those types that are names", { type: ["string", 7, null] }, ["string"]],
    ["nothing, where its type is no name", { type: 7 }, undefined],
    ["nothing, where it has none", { description: "d" }, undefined],
    ["nothing, where it may be all", true, undefined],
    ["null too, where it may be", { type: "string", nullable: true }, ["null", "string"]],
    [
      "of the types of its values",
      { enum: [1, "a", null, [], {}, true] },
      ["array", "boolean", "null", "number", "object", "string"],
    ],
    ["of its type, whatever values it has", { type: "string", enum: [1] }, ["string"]],
    ["of the type of its value", { const: false }, ["boolean"]],
    ["of its type, whatever value it has", { type: "string", const: 1 }, ["string"]],
    ["an object, where it has properties", { properties: {} }, ["object"]],
    ["nothing, where its properties are none", { properties: [] }, undefined],
    [
      "of a type of one of its branches",
      { anyOf: [{ type: "string" }], oneOf: [{ const: 1 }], allOf: [{ enum: [null] }] },
      ["null", "number", "string"],
    ],
    ["of the types of those branches that are schemas", { anyOf: [true, null, 7, [], { type: "string" }] }, ["string"]],
    ["nothing, where its branches are none", { anyOf: { type: "string" } }, undefined],
    ["what is defined elsewhere", { $ref: "#/$defs/t" }, ["boolean"]],
    ["what is defined under a name that has to be escaped", { $ref: "#/$defs/a~1b~0c%20d" }, ["array"]],
    ["what is defined in a list", { $ref: "#/oneOf/1" }, ["number"]],
    ["nothing, where it is defined in another document", { $ref: "t.json" }, undefined],
    ["nothing, where it is defined nowhere", { $ref: "#/$defs/none" }, undefined],
    ["nothing, where it is defined nowhere, and one branch too", { anyOf: [{ $ref: "#/$defs/none" }] }, undefined],
    ["nothing, where it is defined by itself", { $ref: "#/properties/p" }, undefined],
    ["of the type beside a branch that is itself", { type: "string", anyOf: [{ $ref: "#/properties/p" }] }, ["string"]],
  ])("%s", (_title, schema, types) => {
    const more = {
      $defs: { t: { type: "boolean" }, "a/b~c d": { type: "array" } },
      oneOf: [{}, { type: "number" }],
    };
    expect(typesOf(schema, more)).toEqual(types);
  });
});

describe("a member is looked for", () => {
  const branched = { anyOf: [{ $ref: "#" }, { properties: { q: { type: "integer" } } }] };
  it.each<[string, unknown, readonly string[], readonly string[] | undefined]>([
    ["in properties", { properties: { q: { type: "integer" } } }, ["q"], ["integer"]],
    ["in items", { items: { type: "integer" } }, ["[]"], ["integer"]],
    ["in a property of that name before items", { properties: { "[]": { type: "null" } }, items: {} }, ["[]"], ["null"]],
    ["in items by no other name", { items: { type: "integer" } }, ["q"], undefined],
    ["in branches, one of which goes round", branched, ["q"], ["integer"]],
    ["in branches that all go round", { anyOf: [{ $ref: "#" }] }, ["q"], undefined],
    ["in what is no schema", true, ["q"], undefined],
    ["in a member that is inherited", { properties: {} }, ["constructor"], undefined],
  ])("%s", (_title, parameters, path, types) => {
    const found = createTypeLookup([{ name: "f", parameters }])("f", path);
    expect(found && [...found]).toEqual(types);
  });

  it("of no tool that was not sent", () => {
    const parameters = { properties: { p: { type: "string" } } };
    expect(createTypeLookup([{ name: "f", parameters }, { parameters }, null, 7])("g", ["p"])).toBeUndefined();
    expect(createTypeLookup(undefined)("f", ["p"])).toBeUndefined();
  });
});

describe("a tool has a name and a schema", () => {
  const schema = { type: "object" };
  it.each<[string, unknown, unknown]>([
    ["inside of a function", { type: "function", function: { name: "f", parameters: schema } }, { name: "f", schema }],
    ["by itself", { name: "f", parameters: schema }, { name: "f", schema }],
    ["as MCP has it", { name: "f", inputSchema: schema }, { name: "f", schema }],
    ["with an underscore", { name: "f", input_schema: schema }, { name: "f", schema }],
    ["or no schema", { name: "f" }, { name: "f", schema: undefined }],
    ["unless its name is none", { name: 7, parameters: schema }, undefined],
    ["unless it has no name", { parameters: schema }, undefined],
    ["unless it is no object", "f", undefined],
  ])("%s", (_title, tool, found) => {
    expect(toolSchema(tool)).toEqual(found);
  });
});
