import { expect, test } from "vitest";
import { firstSchemaError } from "./json-schema.ts";

test("a schema of draft-04 is read: exclusive bounds, and an id that names nothing here", () => {
  const schema = {
    $schema: "http://json-schema.org/draft-04/schema#",
    id: "urn:example:old",
    type: "object",
    properties: { id: { type: "string" }, n: { type: "number", minimum: 0, exclusiveMinimum: true } },
    dependencies: { n: ["id"] },
  };
  expect(firstSchemaError(schema, { id: "a", n: 1 })).toBeUndefined();
  expect(firstSchemaError(schema, { id: "a", n: 0 })).toBe("/n must be > 0");
  expect(firstSchemaError(schema, { id: 1 })).toBe("/id must be string");
  expect(firstSchemaError(schema, { n: 1 })).toContain("must have property id");
});

test("what cannot be compiled is said in one line", () => {
  expect(firstSchemaError({ type: "object", properties: { n: { type: "nothing" } } }, {})).toMatch(
    /^its schema cannot be used: [^\n]+$/,
  );
});
