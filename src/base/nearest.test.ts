import { expect, test } from "vitest";
import { nearest, suggestion, thereIsNo } from "./nearest.ts";

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

test("few names are all told, and of many where they are listed", () => {
  expect(thereIsNo("reporter", "prety", ["pretty", "junit"], "reporters")).toBe(
    "there is no reporter prety; did you mean pretty?; there are pretty, junit",
  );
  const many = Array.from({ length: 110 }, (_, index) => `mock-${index}`);
  expect(thereIsNo("mock", "mock-1x", many, "mocks")).toBe(
    "there is no mock mock-1x; did you mean mock-1 or mock-10 or mock-11?; `mcpcheck list mocks` shows all 110",
  );
});
