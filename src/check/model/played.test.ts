import { describe, expect, it } from "vitest";
import { byteText } from "./read-answer.ts";
import { says } from "./played.ts";

const tokens = (...texts: readonly string[]): readonly string[] => texts.map(byteText);

describe("listed tokens say a text", () => {
  it.each([
    ["that is it, however it is cut", ["Grü", "ße"], "Grüße", true],
    ["with the token that ends an answer", ["It is", " noon.", "<|im_end|>"], "It is noon.", true],
    ["with that token hidden", ["It is", " noon.", ""], "It is noon.", true],
    ["with a marker hidden", ["", "[{}]", ""], "[TOOL_CALLS][{}]", true],
    ["not when it is another, of as many tokens", ["It is", " late.", ""], "It is noon.", false],
    ["not when it goes on", ["It is", " noon.", " Or", " not."], "It is noon.", false],
    ["not when it ends early", ["It is", ""], "It is noon.", false],
    ["not when a text is missing where a token is hidden", ["", "noon."], "It is noon.", false],
  ])("%s", (_title, generated, text, expected) => {
    expect(says(tokens(...generated), text)).toBe(expected);
  });

  it("although a character is cut between two", () => {
    expect(says(["Gr\u00c3", "\u00bcn"], "Grün")).toBe(true);
  });
});

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
