import { describe, expect, it } from "vitest";
import { annotationsHold, headerAnnotations } from "./header-annotations.ts";

const string = (header: unknown) => ({ type: "string", "x-mcp-header": header as string });
const schema = (properties: object) => ({ type: "object", properties }) as never;

describe("the header annotations of a schema", () => {
  it("are found where only properties lead to them, with the way there", () => {
    const found = headerAnnotations(schema({ where: { type: "object", properties: { region: string("Region") } } }));
    expect(found).toEqual([
      { path: ["properties", "where", "properties", "region"], value: "Region", type: "string", reachable: true },
    ]);
  });

  it("of the arguments as a whole lead nowhere", () => {
    expect(headerAnnotations({ type: "object", "x-mcp-header": "All" })).toEqual([
      { path: [], value: "All", type: "object", reachable: false },
    ]);
  });

  it("are no annotations where they are the name of a parameter or a value", () => {
    expect(headerAnnotations(schema({ "x-mcp-header": { type: "string", default: string("A") } }))).toEqual([]);
  });

  it.each([
    [{ a: string("A"), b: string("B") }, true],
    [{}, true],
    [{ a: string("") }, false],
    [{ a: string("no token") }, false],
    [{ a: string("A"), b: string("a") }, false],
    [{ a: { type: "number", "x-mcp-header": "A" } }, false],
    [{ a: { type: "array", items: string("A") } }, false],
    [{ a: string(7) }, false],
  ])("of %j hold: %s", (properties, hold) => {
    expect(annotationsHold(schema(properties))).toBe(hold);
  });
});
