import { describe, expect, it } from "vitest";
import { schemaValidator } from "./schema-validator.ts";

const judge = (schema: Parameters<typeof schemaValidator>[0], value: unknown): boolean | "unusable" => {
  const validate = schemaValidator(schema);
  return validate === "unusable" ? validate : validate(value);
};

describe("schemaValidator", () => {
  it("compiles equal schemas once, whichever connection brought them", () => {
    const schema = (): { type: string; required: string[] } => ({ type: "object", required: ["a"] });
    expect(schemaValidator(schema())).toBe(schemaValidator(schema()));
    expect([judge(schema(), { a: 1 }), judge(schema(), {})]).toEqual([true, false]);
  });

  it("keeps schemas of one $id apart", () => {
    expect(judge({ $id: "https://example.test/schema", type: "object", required: ["a"] }, {})).toBe(false);
    expect(judge({ $id: "https://example.test/schema", type: "object", required: ["b"] }, { b: 1 })).toBe(true);
  });

  it.each([
    { type: "nonsense" },
    { type: "object", required: "a" },
    { $schema: "http://json-schema.org/draft-04/schema#", type: "object" },
    { $ref: "urn:nowhere" },
  ])("judges nothing by a schema it cannot use: %j", (schema) => {
    expect(judge(schema, {})).toBe("unusable");
    expect(judge({ ...schema }, {})).toBe("unusable");
  });

  it.each(["http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"])("reads %s", ($schema) => {
    const schema = { $schema, type: "object", properties: { a: { type: "integer" } } };
    expect([judge(schema, { a: 1 }), judge(schema, { a: "1" })]).toEqual([true, false]);
  });

  it("goes on when more schemas came than it keeps", () => {
    const first = { type: "object", properties: { n: { const: -1 } } };
    const before = schemaValidator(first);
    for (let n = 0; n < 201; n += 1) expect(judge({ type: "object", properties: { n: { const: n } } }, { n })).toBe(true);
    expect(schemaValidator(first)).toBe(before);
    expect(schemaValidator({ ...first })).not.toBe(before);
    expect(judge({ ...first }, { n: 1 })).toBe(false);
  });
});
