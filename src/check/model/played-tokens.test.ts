import { describe, expect, it } from "vitest";
import { differBeyondAscii } from "./compare.ts";
import { says } from "./played.ts";

describe("listed tokens with some of them hidden say a text", () => {
  it.each<[string, string[], string, boolean]>([
    [
      "not when its last word is missing, and the token that ends an answer is hidden",
      ["It is", " no", ""],
      "It is noon.",
      false,
    ],
    ["not when a token says more than what is left of it", ["", "noon.."], "noon.", false],
    ["although the hidden marker is a single character", ["", "{}"], "^{}", true],
    ["although a hidden marker has the most bytes one can have", ["", "{}"], `${"<".repeat(40)}{}`, true],
    ["not when more is hidden than a marker", ["", "{}"], `${"<".repeat(41)}{}`, false],
    ["although two markers are hidden side by side", ["", "", "{}"], `${"<".repeat(41)}{}`, true],
    ["not when what is hidden once would be hidden again without a token", ["", "{", "}"], "<>{<>}", false],
  ])("%s", (_title, generated, text, expected) => {
    expect(says(generated, text)).toBe(expected);
  });
});

it("texts that are the same do not differ in characters beyond ASCII", () => {
  expect(differBeyondAscii("Grüße", "Grüße")).toBe(false);
  expect(differBeyondAscii("Gre", "Grüße")).toBe(true);
});
