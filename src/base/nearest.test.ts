import { expect, test } from "vitest";
import { nearest, suggestion } from "./nearest.ts";

const words = ["tools.unknown-name", "tools.list-shape", "http.origin", "pretty", "junit"];

test.each([
  ["tools.unknwn-name", ["tools.unknown-name"]],
  ["unknown-name", ["tools.unknown-name"]],
  ["prety", ["pretty"]],
  ["entirely-different", []],
  ["", []],
])("what %j may have meant", (word, expected) => {
  expect(nearest(word, words)).toEqual(expected);
});

test("the end of a message says it in words, or says nothing", () => {
  expect(suggestion("prety", words)).toBe("; did you mean pretty?");
  expect(suggestion("zzzzzzzz", words)).toBe("");
});
