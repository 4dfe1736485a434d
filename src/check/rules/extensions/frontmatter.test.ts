import { expect, test } from "vitest";
import { frontmatterDifference, frontmatterOf } from "./frontmatter.ts";

test.each([
  ["---\nname: a\ndescription: b\n---\n# A\n", { name: "a", description: "b" }],
  ["\uFEFF---\r\nname: a\r\n---\r\nrest", { name: "a" }],
  ['---\nname: a\nmetadata: { version: "1" }\n---', { name: "a", metadata: { version: "1" } }],
  ["# A\n---\nname: a\n---\n", undefined],
  ["---\nname: a\n", undefined],
  ["---\n- a\n---\n", undefined],
  ["---\na: b: c\n---\n", undefined],
])("%j has the frontmatter it has", (text, frontmatter) => {
  expect(frontmatterOf(text)).toEqual(frontmatter);
});

test.each([
  [{ name: "a" }, { name: "a" }, undefined],
  [{ name: "a", license: "MIT" }, { name: "a" }, "license is not in the file"],
  [{ name: "a" }, { name: "a", license: "MIT" }, "license is left out"],
  [{ name: "a" }, { name: "b" }, 'name is "a", and in the file "b"'],
  [{ list: ["a"] }, { list: ["a", "b"] }, 'list is ["a"], and in the file ["a","b"]'],
  [{ list: ["a", "b"] }, { list: ["a", "b"] }, undefined],
  [{ list: ["a", "b"] }, { list: ["a", "c"] }, 'list is ["a","b"], and in the file ["a","c"]'],
  [{ day: "2026-01-01", on: true }, { day: 20260101, on: "yes" }, undefined],
])("%j and %j differ, or do not", (said, found, difference) => {
  expect(frontmatterDifference(said, found)).toBe(difference);
});

test("hostile frontmatter is not read to its end", () => {
  const deep = `---\na: ${"[".repeat(40_000)}\n---\n`;
  const bomb = `---\n${["a: &a [x,x]", "b: &b [*a,*a,*a,*a,*a,*a,*a,*a]", "c: &c [*b,*b,*b,*b,*b,*b,*b,*b]", "d: [*c,*c,*c,*c,*c,*c,*c,*c]"].join("\n")}\n---\n`;
  const dashes = `---\na:\n  ${"- ".repeat(20_000)}x\n---\n`;
  expect([deep, bomb, dashes].map(frontmatterOf)).toEqual([undefined, undefined, undefined]);
});
