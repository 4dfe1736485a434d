import { expect, test } from "vitest";
import type { JsonObject } from "../../src/jsonrpc/json.ts";
import { diffSurface, uncompared } from "../../src/surface/diff-surface.ts";
import { schemaChanges } from "../../src/surface/diff-schema.ts";
import type { Surface } from "../../src/surface/surface.ts";

function surface(parts: Partial<Surface> = {}): Surface {
  return {
    schemaVersion: 1,
    revision: "2025-11-25",
    server: { name: "s", version: "1" },
    capabilities: { tools: {} },
    tokens: 0,
    tools: [],
    prompts: [],
    resources: [],
    resourceTemplates: [],
    ...parts,
  };
}

const object = (properties: JsonObject, required: string[] = [], rest: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  required,
  ...rest,
});

/** The kinds of the changes between two versions of one tool, with their places. */
function toolChanges(was: JsonObject, is: JsonObject): string[] {
  const [before, after] = [was, is].map((tool) => surface({ tools: [{ name: "t", ...tool }] }));
  if (before === undefined || after === undefined) return [];
  return diffSurface(before, after).map(({ kind, at }) => `${kind} ${at ?? ""}`);
}

test("a surface does not differ from itself", () => {
  const one = surface({ tools: [{ name: "t", inputSchema: object({ a: { $ref: "#/$defs/a" } }, [], { $defs: { a: {} } }) }] });
  expect(diffSurface(one, one)).toEqual([]);
});

test.each<[string, JsonObject, JsonObject, string[]]>([
  [
    "a new required parameter",
    { inputSchema: object({}) },
    { inputSchema: object({ a: {} }, ["a"]) },
    ["breaking /inputSchema/properties/a"],
  ],
  [
    "a new optional parameter",
    { inputSchema: object({}) },
    { inputSchema: object({ a: {} }) },
    ["compatible /inputSchema/properties/a"],
  ],
  [
    "a parameter that is gone",
    { inputSchema: object({ a: {} }) },
    { inputSchema: object({}) },
    ["breaking /inputSchema/properties/a"],
  ],
  [
    "a parameter required from now on",
    { inputSchema: object({ a: {} }) },
    { inputSchema: object({ a: {} }, ["a"]) },
    ["breaking /inputSchema/properties/a"],
  ],
  [
    "a parameter no longer required",
    { inputSchema: object({ a: {} }, ["a"]) },
    { inputSchema: object({ a: {} }) },
    ["compatible /inputSchema/properties/a"],
  ],
  ["only words", { description: "a" }, { description: "b" }, ["cosmetic /description"]],
  ["a tool that is no longer read-only", { annotations: { readOnlyHint: true } }, {}, ["breaking /annotations/readOnlyHint"]],
  [
    "a tool that says now that it reads only",
    {},
    { annotations: { readOnlyHint: true } },
    ["compatible /annotations/readOnlyHint"],
  ],
  ["a hint that was the usual already", {}, { annotations: { destructiveHint: true } }, []],
  [
    "an output field that is gone",
    { outputSchema: object({ a: {} }) },
    { outputSchema: object({}) },
    ["breaking /outputSchema/properties/a"],
  ],
  [
    "a new output field",
    { outputSchema: object({}) },
    { outputSchema: object({ a: {} }) },
    ["compatible /outputSchema/properties/a"],
  ],
  ["no word on the output any more", { outputSchema: object({}) }, {}, ["breaking /outputSchema"]],
  ["calls only as tasks", {}, { execution: { taskSupport: "required" } }, ["breaking /execution/taskSupport"]],
])("%s", (_what, was, is, wanted) => {
  expect(toolChanges(was, is)).toEqual(wanted);
});

test.each<[string, JsonObject, JsonObject, "breaking" | "compatible"]>([
  ["another type", { type: "string" }, { type: "number" }, "breaking"],
  ["a wider type", { type: "integer" }, { type: "number" }, "compatible"],
  ["a narrower type", { type: ["string", "null"] }, { type: "string" }, "breaking"],
  ["fewer values", { enum: ["a", "b"] }, { enum: ["a"] }, "breaking"],
  ["more values", { enum: ["a"] }, { enum: ["b", "a"] }, "compatible"],
  ["values where any were taken", {}, { enum: ["a"] }, "breaking"],
  ["a longer least length", { minLength: 1 }, { minLength: 2 }, "breaking"],
  ["a shorter most length", { maxLength: 3 }, { maxLength: 2 }, "breaking"],
  ["a limit that is gone", { maximum: 3 }, {}, "compatible"],
  ["a pattern", {}, { pattern: "^a" }, "breaking"],
  ["another pattern", { pattern: "^b" }, { pattern: "^a" }, "breaking"],
  ["no other members any more", {}, { additionalProperties: false }, "breaking"],
  ["other members again", { additionalProperties: false }, {}, "compatible"],
  ["an alternative less", { anyOf: [{ type: "string" }, { type: "null" }] }, { anyOf: [{ type: "string" }] }, "breaking"],
  ["an alternative more", { anyOf: [{ type: "string" }] }, { anyOf: [{ type: "string" }, { type: "null" }] }, "compatible"],
  ["conditions nobody can compare", { not: { const: 1 } }, { not: { const: 2 } }, "breaking"],
])("a parameter with %s", (_what, was, is, kind) => {
  const kinds = (way: "given" | "returned"): string[] =>
    schemaChanges(object({ list: { type: "array", items: was } }), object({ list: { type: "array", items: is } }), way).map(
      (one) => one.kind,
    );
  expect(kinds("given")).toEqual([kind]);
});

test("what is returned is read the other way round", () => {
  expect(schemaChanges({ enum: ["a"] }, { enum: ["a", "b"] }, "returned").map(({ kind }) => kind)).toEqual(["breaking"]);
  expect(schemaChanges({ enum: ["a", "b"] }, { enum: ["a"] }, "returned").map(({ kind }) => kind)).toEqual(["compatible"]);
});

test("a schema is compared with what its references lead to, and one that contains itself comes to an end", () => {
  const tree = (leaf: string): JsonObject => ({
    $ref: "#/$defs/node",
    $defs: { node: { type: "object", properties: { leaf: { type: leaf }, next: { $ref: "#/$defs/node" } } } },
  });
  const changes = schemaChanges(tree("string"), tree("number"), "given");
  expect(changes[0]).toMatchObject({ kind: "breaking", at: "/properties/leaf/type" });
  expect(schemaChanges(tree("string"), tree("string"), "given")).toEqual([]);
});

test("a renamed tool is gone, and what it is called now is told", () => {
  const [gone, added] = diffSurface(
    surface({ tools: [{ name: "old", description: "d" }] }),
    surface({ tools: [{ name: "new", description: "d" }] }),
  );
  expect(gone).toMatchObject({
    kind: "breaking",
    what: "tool old",
    message: "is gone; new is new, and the same but for its name",
  });
  expect(added).toMatchObject({ kind: "compatible", what: "tool new", is: "d" });
});

test("capabilities, arguments of prompts, media types and instructions", () => {
  const was = surface({
    capabilities: { tools: { listChanged: true }, logging: {} },
    prompts: [{ name: "p", arguments: [{ name: "a" }] }],
    resources: [{ uri: "u:1", mimeType: "text/plain" }],
    instructions: "one",
  });
  const is = surface({
    capabilities: { tools: { listChanged: false }, completions: {} },
    prompts: [{ name: "p", arguments: [{ name: "a", required: true }] }],
    resources: [{ uri: "u:1", mimeType: "text/html" }],
    instructions: "two",
  });
  expect(diffSurface(was, is).map(({ kind, what, at }) => `${kind} ${what}${at ?? ""}`)).toEqual([
    "breaking prompt p/arguments/a",
    "breaking resource u:1/mimeType",
    "breaking capability tools.listChanged",
    "breaking capability logging",
    "compatible capability completions",
    "cosmetic instructions",
  ]);
});

test("a list nobody asked for is not taken for an empty one", () => {
  const { prompts: _prompts, ...rest } = surface();
  expect(diffSurface(surface({ prompts: [{ name: "p" }] }), rest)).toEqual([]);
  expect(uncompared(surface(), rest)).toEqual(["prompts"]);
});
