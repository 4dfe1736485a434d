import { expect, test } from "vitest";
import { matchesStars } from "./matches-stars.ts";

test.each([
  ["read", "read", true],
  ["read", "reader", false],
  ["*", "", true],
  ["read*", "read", true],
  ["*file", "read_file", true],
  ["a*b*c", "a.b\n.c", true],
  ["a*b*c", "acb", false],
  ["aa*aa", "aaa", false],
  ["a.c", "abc", false],
  ["[a]*", "a", false],
  ["", "a", false],
])("%j and %j: %s", (pattern, text, expected) => {
  expect(matchesStars(pattern, text)).toBe(expected);
});
