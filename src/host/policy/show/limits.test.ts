import { describe, expect, it } from "vitest";
import { cutForModel } from "./limits.ts";

describe("a text for the model is cut", () => {
  const notice = (left: number, all: number): string => `\n[cut: ${left} of ${all} characters left out]`;
  it.each([
    ["not when it is as long as it may be", "abc", 3, "abc"],
    ["behind the last letter that fits", "abcd", 3, `abc${notice(1, 4)}`],
    ["behind a character of two units that fits", "a😀bc", 3, `a😀${notice(2, 5)}`],
    ["before a character of two units that does not", "ab😀c", 3, `ab${notice(3, 5)}`],
    ["before the first character of two units there is", "ab\u{10000}c", 3, `ab${notice(3, 5)}`],
    ["before the last character of two units there is", "ab\u{10ffff}c", 3, `ab${notice(3, 5)}`],
    ["behind the last letter that is one unit", "ab\ud7ffcd", 3, `ab\ud7ff${notice(2, 5)}`],
    ["behind a letter that is a unit and stands after those of two", "ab\uff21cd", 3, `ab\uff21${notice(2, 5)}`],
  ])("%s", (_title, text, most, expected) => {
    expect(cutForModel(text, most)).toBe(expected);
  });
});
