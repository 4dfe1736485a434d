import { expect, test } from "vitest";
import { canonical, formatExact, parseExact } from "./exact-json.ts";

function canonicalOf(text: string): string | undefined {
  const value = parseExact(text);
  return value === undefined ? undefined : canonical(value);
}

test.each([
  ["9007199254740993", "9007199254740992"],
  ["0.1000000000000000055511151231257827", "0.1"],
  ["1e400", "1e401"],
  ['{"__proto__":1}', "{}"],
  ['"1"', "1"],
  ["[1,2]", "[2,1]"],
])("%s and %s are told apart", (a, b) => {
  expect(canonicalOf(a)).not.toBe(canonicalOf(b));
});

test.each([
  ["2", "2.0"],
  ["20e-1", "2"],
  ["-0.0", "0"],
  ["120", "1.2e2"],
  ['{"a":1,"b":[]}', ' { "b" : [ ] , "a" : 1 } '],
  ['{"a":1,"a":2}', '{"a":2}'],
  ['"\\u00e9"', '"é"'],
])("%s and %s are equal", (a, b) => {
  expect(canonicalOf(a)).toBe(canonicalOf(b));
});

test.each([
  "",
  "{",
  "[1,]",
  "{a:1}",
  "01",
  "1.",
  "+1",
  "NaN",
  "'a'",
  '"\n"',
  "true false",
  "[".repeat(200_000),
  '"\\x"',
  '{"a" 1}',
])("%j is not JSON", (text) => {
  expect(parseExact(text)).toBeUndefined();
});

test("a value is written with its members in order and its digits as they were", () => {
  const text = '{"z":9007199254740993,"a":[1.50,-0,true,null,{"__proto__":"\\n"}]}';
  expect(formatExact(parseExact(text) ?? null)).toBe(text);
});
