import { expect, test } from "vitest";
import { parseFrame } from "./frame.ts";
import type { Json } from "./json.ts";
import { cutDepths, deepestLevel, depthOf, nestsDeeper, readJson, withoutDepths } from "./nesting.ts";

const nested = (open: string, close: string, levels: number): string => open.repeat(levels) + "0" + close.repeat(levels);

test("levels of lists and objects are counted, and nothing else", () => {
  expect(nestsDeeper([["]}[[[["], [["x"]]], 2)).toBe(true);
  expect(nestsDeeper([["]}[[[["], ["x", null, 1, "[[["]], 2)).toBe(false);
  expect(nestsDeeper({ a: { b: [] } }, 3)).toBe(false);
  expect(nestsDeeper({ a: 1, "a\\": { b: [[]] } }, 3)).toBe(true);
  expect(nestsDeeper(JSON.parse('{"__proto__":[[]]}') as Json, 2)).toBe(true);
});

test("what lies deeper is cut off, what does not stays as it is", () => {
  expect(withoutDepths({ a: [1, { b: [] }], c: null }, 2)).toEqual({ a: [1, "…"], c: null });
  expect(withoutDepths([[[1]]], 3)).toEqual([[[1]]]);
  const own = JSON.parse('{"__proto__":{"x":1}}') as { readonly [member: string]: null };
  expect(JSON.stringify(withoutDepths(own, 5))).toBe('{"__proto__":{"x":1}}');
});

test.each([3000, 100_000])("a frame nested %i levels deep is read without exhausting the stack", (levels) => {
  const result = parseFrame(`{"jsonrpc":"2.0","id":1,"result":${nested('{"a":', "}", levels)}}`);
  expect(result.kind).toBe("result");
  expect(JSON.stringify(result).length).toBeLessThan(20 * deepestLevel);
  const array = parseFrame(nested("[", "]", levels));
  expect(array).toMatchObject({ kind: "batch", items: [{ kind: "not-jsonrpc" }] });
});

test.each([
  ["objects, with a list beside them", `{"a":[],"b":${nested('{"a":', "}", deepestLevel)}}`],
  ["lists, in an object", `{"b":${nested("[", "]", deepestLevel)}}`],
])("one level too many of %s is cut off, and no more", (_what, text) => {
  const read = readJson(text);
  expect(depthOf(read)).toBe(deepestLevel);
  expect(JSON.stringify(read)).toContain("…");
  const fits = text.replace(/"b":[[{]("a":)?/, '"b":').replace(/[\]}]}$/, "}");
  expect(JSON.stringify(readJson(fits))).toBe(fits);
});

test("a value is cut only where its text nests", () => {
  const value = { a: 1 };
  expect(cutDepths('{"a":1}', value)).toBe(value);
});

test("text that is not JSON is nothing", () => {
  expect([readJson("{"), readJson(""), readJson("null")]).toEqual([undefined, undefined, null]);
});

test.each<readonly [number, unknown]>([
  [0, 1],
  [0, null],
  [0, "[[]]"],
  [0, []],
  [1, { a: 1, b: null }],
  [2, [1, { a: [] }, 2]],
])("%i levels below %j", (levels, value) => {
  expect(depthOf(value)).toBe(levels);
});
