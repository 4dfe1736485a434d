import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { listMocks } from "./load-script.ts";
import { mockJsonSchema } from "./mock-json-schema.ts";

it("takes every mock and refuses what is none", () => {
  const validate = new Ajv2020({ strict: false }).compile(mockJsonSchema());
  const mocks = listMocks();
  expect(mocks.map((mock) => mock.id)).toEqual(
    expect.arrayContaining(["legacy-only", "minimal", "modern-only", "no-tools", "reference"]),
  );
  for (const mock of mocks) expect([mock.id, validate(mock), validate.errors]).toEqual([mock.id, true, null]);
  expect(validate({ id: "x" })).toBe(false);
});

it("mocks/hints/reference.json names tools of the reference mock", () => {
  const file = new URL("../../../mocks/hints/reference.json", import.meta.url);
  const hints = JSON.parse(readFileSync(file, "utf8")) as { readonly roles: Readonly<Record<string, { readonly tool: string }>> };
  const names = listMocks()
    .find((mock) => mock.id === "reference")
    ?.tools?.map((tool) => tool.name);
  const named = Object.values(hints.roles).map((hint) => hint.tool);
  expect(named.length).toBeGreaterThan(0);
  expect(names).toEqual(expect.arrayContaining(named));
});
