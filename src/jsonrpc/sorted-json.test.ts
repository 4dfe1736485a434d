import { expect, test } from "vitest";
import type { Json, JsonObject } from "./json.ts";
import { canonicalText, sameJson, sortedJson } from "./sorted-json.ts";

test("members are in the order of their names, at every level, and lists stay in theirs", () => {
  expect(JSON.stringify(sortedJson({ b: 1, a: [{ d: null, c: 2 }, "x"], c: true }))).toBe(
    '{"a":[{"c":2,"d":null},"x"],"b":1,"c":true}',
  );
  expect(sortedJson([2, 1])).toEqual([2, 1]);
  expect(sortedJson(null)).toBeNull();
});

test("a member that is not there is left out, one named __proto__ stays", () => {
  expect(canonicalText({ b: undefined, a: 1 })).toBe('{"a":1}');
  expect(canonicalText(JSON.parse('{"b":1,"__proto__":2}') as JsonObject)).toBe('{"__proto__":2,"b":1}');
});

test.each<readonly [boolean, Json | undefined, Json | undefined]>([
  [true, { a: 1, b: [{ c: 1, d: 2 }] }, { b: [{ d: 2, c: 1 }], a: 1 }],
  [false, { a: 1 }, { a: 2 }],
  [false, [1, 2], [2, 1]],
  [false, undefined, null],
  [true, undefined, undefined],
])("whether they say the same: %j, of %j and %j", (same, one, other) => {
  expect(sameJson(one, other)).toBe(same);
});
