import { expect, test } from "vitest";
import { withoutEnd } from "./without-end.ts";

test.each([
  ["a//", "/", "a"],
  ["a/b", "/", "a/b"],
  ["//", "/", ""],
  ["", "/", ""],
  ["name. . ", ". ", "name"],
  ["name", "", "name"],
])("%j without %j at its end is %j", (text, characters, left) => {
  expect(withoutEnd(text, characters)).toBe(left);
});
