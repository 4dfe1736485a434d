import { describe, expect, test } from "vitest";
import { revisions } from "./revision.ts";
import { shapes, type ShapeName } from "./shape-registry.ts";
import { shapeDefects } from "./validate.ts";

describe("shapeDefects", () => {
  test("says where, what was seen and what was expected", () => {
    const result = { tools: [{ name: "a" }, { name: 3, inputSchema: { type: "array" } }] };
    expect(shapeDefects(result, "ListToolsResult", "2025-06-18")).toEqual([
      { pointer: "/tools/0/inputSchema", message: "missing, expected an object" },
      { pointer: "/tools/1/name", message: "the number 3, expected a string" },
      { pointer: "/tools/1/inputSchema/type", message: 'the string "array", expected "object"' },
    ]);
  });

  test("escapes pointers", () => {
    const params = { _meta: { "io.modelcontextprotocol/protocolVersion": 1, "io.modelcontextprotocol/clientCapabilities": {} } };
    expect(shapeDefects(params, "RequestParams", "2026-07-28").map((defect) => defect.pointer)).toEqual([
      "/_meta/io.modelcontextprotocol~1protocolVersion",
    ]);
  });

  test("knows a member only in the revisions that have it", () => {
    const tool = { name: "a", inputSchema: { type: "object" }, title: 5, icons: 5 };
    expect(shapeDefects(tool, "Tool", "2024-11-05")).toEqual([]);
    expect(shapeDefects(tool, "Tool", "2025-06-18").map((defect) => defect.pointer)).toEqual(["/title"]);
    expect(shapeDefects(tool, "Tool", "2025-11-25").map((defect) => defect.pointer)).toEqual(["/title", "/icons"]);
  });

  test("names the possible types when a content block has none of them", () => {
    expect(shapeDefects({ type: "audio", data: "" }, "ContentBlock", "2024-11-05")).toEqual([
      { pointer: "/type", message: 'the string "audio", expected one of "text", "image", "resource"' },
    ]);
    expect(shapeDefects({ text: "a" }, "ContentBlock", "2024-11-05")).toEqual([
      { pointer: "/type", message: 'missing, expected one of "text", "image", "resource"' },
    ]);
  });

  test("judges a content block by the branch its type names", () => {
    expect(shapeDefects({ type: "resource", resource: { uri: "a:b" } }, "ContentBlock", "2025-06-18")).toEqual([
      { pointer: "/resource/text", message: "missing, expected a string" },
    ]);
  });

  test("tells the elicitation modes apart", () => {
    expect(shapeDefects({ mode: "url", message: "m" }, "ElicitRequestParams", "2026-07-28")).toEqual([
      { pointer: "/url", message: "missing, expected a string" },
    ]);
    expect(shapeDefects({ message: "m" }, "ElicitRequestParams", "2026-07-28")).toEqual([
      { pointer: "/requestedSchema", message: "missing, expected an object" },
    ]);
  });

  test("takes a value for the branch whose fixed values it has right", () => {
    expect(shapeDefects({ action: "accept", content: [] }, "InputResponse", "2026-07-28")).toEqual([
      { pointer: "/content", message: "an empty array, expected an object" },
    ]);
  });

  test("takes a value for the branch it comes closest to", () => {
    const choice = { type: "array", items: { anyOf: [{ const: "a" }] } };
    expect(shapeDefects(choice, "MultiSelectEnumSchema", "2025-11-25")).toEqual([
      { pointer: "/items/anyOf/0/title", message: "missing, expected a string" },
    ]);
  });

  test("accepts limits with a fraction in forms, which older published schemas forbid by mistake", () => {
    expect(shapeDefects({ type: "number", minimum: 0.5, maximum: 1.5 }, "NumberSchema", "2025-06-18")).toEqual([]);
  });

  test("survives anything, and keeps to its limit", () => {
    const odd = [
      undefined,
      null,
      Number.NaN,
      1n,
      Symbol("s"),
      () => 0,
      new Map(),
      [],
      { ["__proto__"]: 1 },
      JSON.parse('{"__proto__":{"name":"a"}}'),
    ];
    for (const name of shapes.keys()) {
      for (const revision of revisions) {
        for (const value of odd) expect(Array.isArray(shapeDefects(value, name as ShapeName, revision))).toBe(true);
      }
    }
    const tools = Array.from({ length: 50_000 }, () => ({}));
    expect(shapeDefects({ tools }, "ListToolsResult", "2025-11-25")).toHaveLength(100);
  });

  test("does not enter what a shape leaves open", () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth += 1) deep = { deep };
    expect(shapeDefects({ name: "a", arguments: { deep } }, "CallToolRequestParams", "2025-11-25")).toEqual([]);
  });
});
