import { assert, property, string } from "fast-check";
import { expect, test } from "vitest";
import { visible } from "./visible.ts";

test.each([
  ["\u001B[31mred\u0007", "\\u{1b}[31mred\\u{7}"],
  ["a\r\nb\tc", "a\\r\\nb\\tc"],
  ["\u202Eevil\u2066", "\\u{202e}evil\\u{2066}"],
  ["\uD800 😀", "\\u{d800} 😀"],
  ["\u061Ca\u200Bb\u{E0041}", "\\u{61c}a\\u{200b}b\\u{e0041}"],
  ["\u180E\u115F\u3164\uFFA0\u2800", "\\u{180e}\\u{115f}\\u{3164}\\u{ffa0}\\u{2800}"],
  ["\u034F\u17B4\u206A\u206F\uFFF9\uFFFB", "\\u{34f}\\u{17b4}\\u{206a}\\u{206f}\\u{fff9}\\u{fffb}"],
  ["a\u{E0100}b\uFE0F👩\u200D💻", "a\\u{e0100}b\\u{fe0f}👩\\u{200d}💻"],
  ["\uFFFE\u{10FFFF}\uE000", "\\u{fffe}\\u{10ffff}\\u{e000}"],
  [`o${"\u0301".repeat(6)}`, `o${"\u0301".repeat(4)}\\u{301}\\u{301}`],
  ["ünï çödé 漢字 ê̄ हिन्दी שָׁ", "ünï çödé 漢字 ê̄ हिन्दी שָׁ"],
])("%j becomes visible", (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test.each([
  ["a ##[stop-commands]x", "a #\\u{23}[stop-commands]x"],
  ["###[error]", "##\\u{23}[error]"],
  ["##vso[task.setvariable variable=x]y", "#\\u{23}vso[task.setvariable variable=x]y"],
  ["##teamcity[blockOpened]", "#\\u{23}teamcity[blockOpened]"],
  ["::error::x", "\\u{3a}:error::x"],
  [" \u3000::error::x", " \u3000\\u{3a}:error::x"],
  ["a::b ## [c] #[d] a:b", "a::b ## [c] #[d] a:b"],
])("%j commands nobody", (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test("line feeds and tabs may stay, a lone carriage return may not, and no line begins with a command", () => {
  expect(visible("a\n\tb\rc", { multiline: true })).toBe("a\n\tb\\rc");
  expect(visible("a\n\t ::add-mask::e", { multiline: true })).toBe("a\n\t \\u{3a}:add-mask::e");
});

test("what is visible stays as it is", () => {
  assert(
    property(string({ unit: "binary" }), (text) => {
      expect(visible(visible(text))).toBe(visible(text));
      expect(visible(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]|##\w*\[/u);
    }),
  );
});
