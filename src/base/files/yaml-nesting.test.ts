import { expect, test } from "vitest";
import { mostLevels } from "../json/nesting-limit.ts";
import { yamlTooDeepAt } from "./yaml-nesting.ts";

const lists = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const indented = (levels: number): string =>
  Array.from({ length: levels }, (_unused, level) => `${" ".repeat(level)}a:`).join("\n");

test("a text may nest as deep as the limit, again and again", () => {
  expect(yamlTooDeepAt(lists(mostLevels))).toBeUndefined();
  expect(yamlTooDeepAt(indented(mostLevels))).toBeUndefined();
  expect(yamlTooDeepAt(`- ${lists(mostLevels - 1)}\n`.repeat(3))).toBeUndefined();
  expect(yamlTooDeepAt("a: b # [[[[\nc: '[['\n---\n- 1")).toBeUndefined();
  expect(yamlTooDeepAt("")).toBeUndefined();
});

test.each([
  ["lists in brackets", `a: ${lists(200_000)}`, { line: 1, column: 3 + mostLevels }],
  ["members by their indentation", indented(3000), { line: mostLevels + 1, column: mostLevels + 1 }],
  ["lists in one line", `${"- ".repeat(20_000)}x`, { line: 1, column: 2 * mostLevels + 1 }],
  ["keys that are maps", `${"? ".repeat(20_000)}x`, { line: 1, column: 2 * mostLevels + 1 }],
  ["the second document", `a: 1\n---\n${lists(1000)}`, { line: 3, column: mostLevels + 1 }],
])("too deep are %s", (_name, text, place) => {
  expect(yamlTooDeepAt(text)).toEqual(place);
});
