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
