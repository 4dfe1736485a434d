import { assert, constantFrom, jsonValue, property, string } from "fast-check";
import { expect, test } from "vitest";
import { jsonText } from "./json-text.ts";
import { unsafeCharacters } from "./unsafe-characters.ts";

const odd = constantFrom("a", "\n", '"', "\\", "\u0000", "\u009b", "\u202e", "\u{e0041}", "\ud800", "é");

test("is JSON of the same value, in which nothing acts on a terminal", () => {
  assert(
    property(jsonValue({ stringUnit: odd }), (value) => {
      const text = jsonText(value, 2);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(text.replaceAll("\n", "").match(unsafeCharacters)).toBeNull();
    }),
  );
  assert(
    property(string({ unit: "binary" }), (value) => {
      expect(JSON.parse(jsonText(value))).toBe(value);
    }),
  );
});

test.each([
  ["\u009b31m\u007f", String.raw`"\u009b31m\u007f"`],
  ["\u202eevil", String.raw`"\u202eevil"`],
  ["\u{e0041}", String.raw`"\udb40\udc41"`],
  ["ünï 漢字 👩\u200d💻", String.raw`"ünï 漢字 👩\u200d💻"`],
  ["##[error]x ##vso[y]", String.raw`"#\u0023[error]x #\u0023vso[y]"`],
])("%j is written as %s", (value, text) => {
  expect(jsonText(value)).toBe(text);
});
