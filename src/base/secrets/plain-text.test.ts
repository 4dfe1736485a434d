import * as fc from "fast-check";
import { expect, test } from "vitest";
import { plainText, plainView } from "./plain-text.ts";

test.each([
  [String.raw`a\u002Bb`, "a+b"],
  [String.raw`\\\/\"`, '/"'],
  ["%2B%C3%BC%ff%2b", "%2B%C3%BC%ff%2b"],
  ["%252B", "+"],
  ["&amp;#x2B;&lt;&Quot;&#43;&#99999999;", '+<"+&#99999999;'],
  [String.raw`%5Cu0026amp;\ud83d\ude00`, "&😀"],
])("%s says %s", (text, plain) => expect(plainText(text)).toBe(plain));

test("the view says the same, and its places follow each other", () => {
  const pieces = [
    "\\",
    "\\\\",
    "u0041",
    "\\u0025",
    "%",
    "%41",
    "%C3%A4",
    "%f0%9f%98%80",
    "%ff",
    "&",
    "amp;",
    "&#x5c;",
    "&quot;",
    "ä",
    "😀",
    "a",
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces)), (parts) => {
      const text = parts.join("");
      const { plain, begins, ends } = plainView(text);
      expect(plain).toBe(plainText(text));
      expect([begins.length, ends.length]).toEqual([plain.length, plain.length]);
      for (let at = 0; at < plain.length; at++) {
        expect(ends[at]).toBeGreaterThan(begins[at] ?? text.length);
        expect(ends[at]).toBeLessThanOrEqual(begins[at + 1] === begins[at] ? text.length : (begins[at + 1] ?? text.length));
      }
    }),
  );
});
