import * as fc from "fast-check";
import { expect, test } from "vitest";
import { samplePattern } from "./sample-pattern.ts";

test.each([
  ["^T-[0-9]+$", "T-1"],
  ["^[a-z0-9]+(?:-[a-z0-9]+)*$", "m"],
  ["^[0-9a-f]{8}-[0-9a-f]{4}$", "11111111-1111"],
  ["^(asc|desc)$", "asc"],
  ["^\\d{4}-\\d{2}$", "1111-11"],
  ["^[^/\\s]+/[^/]+$", "m/m"],
  ["^\\$[A-Z]{3,}$", "$MMM"],
  ["a|b", "a"],
  ["^[A-Z]{2}\\.[\\w-]*$", "MM."],
  ["", ""],
])("makes a text for %s", (pattern, text) => {
  const made = samplePattern(pattern);
  expect(made).toMatch(new RegExp(pattern, "u"));
  expect(made).toBe(text);
});

test.each(["(?=a)b", "(a)\\1", "\\p{L}+", "a^b", "(^a|b)", "[", "(a", "a)", "*", "\\bword", "[z-a]", "x".repeat(401), "a{500}"])(
  "makes none for %s",
  (pattern) => {
    expect(samplePattern(pattern)).toBeUndefined();
  },
);

test("keeps to the lengths that are wanted", () => {
  expect(samplePattern("^[a-z]+$", 5)).toBe("mmmmm");
  expect(samplePattern("^[a-z]{3}$", 5)).toBeUndefined();
  expect(samplePattern("^[a-z]{3}$", 0, 2)).toBeUndefined();
});

test("what comes of a pattern matches it, whatever it is put together from", () => {
  const atom = fc.constantFrom(
    "a",
    "\\d",
    "\\w",
    "[A-F0-9]",
    "[^a-z]",
    "\\.",
    "(?:x|yz)",
    "(q)",
    ".",
    "\\s",
    "[\\w.-]",
    "\\W",
    "\\D",
    "\\S",
  );
  const quantified = fc
    .tuple(atom, fc.constantFrom("", "?", "*", "+", "{2}", "{1,3}", "{2,}", "+?"))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.array(quantified, { maxLength: 5 }), fc.nat(4), (parts, least) => {
      const pattern = `^(?:${parts.join("")})$`;
      const made = samplePattern(pattern, least);
      // Where the least length cannot be had there is none; without one there always is.
      expect(made ?? samplePattern(pattern)).toMatch(new RegExp(pattern, "u"));
    }),
  );
});
