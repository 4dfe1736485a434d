import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { substitute } from "./substitute.ts";

const env = { TOKEN: "s3cret", EMPTY: "", NESTED: "${env:TOKEN}", HOST: "example.org" };

describe("B1-069, B1-070: variables are replaced wherever they appear in a value", () => {
  test.each([
    ["Bearer ${env:TOKEN}", "Bearer s3cret"],
    ["https://${env:HOST}/${env:TOKEN}/x", "https://example.org/s3cret/x"],
    ["${env:TOKEN}${env:TOKEN}", "s3crets3cret"],
    ["${env:MISSING:-fallback}", "fallback"],
    ["${env:MISSING:-}", ""],
    ["${env:MISSING:-a:-b c}", "a:-b c"],
    ["${env:TOKEN:-unused}", "s3cret"],
    ["${env:EMPTY:-instead}", "instead"],
    ["${env:EMPTY}", ""],
    ["no variable", "no variable"],
    ["", ""],
  ])("%j", (text, expected) => {
    const result = substitute(text, env);
    expect(result.text).toBe(expected);
    expect(result.missing).toEqual([]);
    expect(result.malformed).toEqual([]);
  });
});

test("B1-071: an unset variable is named", () => {
  expect(substitute("${env:A} ${env:TOKEN} ${env:B}", env).missing).toEqual(["A", "B"]);
});

test("B1-071: nothing of the language itself counts as a variable", () => {
  expect(substitute("${env:constructor} ${env:toString}", env).missing).toEqual(["constructor", "toString"]);
});

describe("B1-073: what is put in is not looked at again, and $${env:X} is literal", () => {
  test.each([
    ["${env:NESTED}", "${env:TOKEN}"],
    ["$${env:TOKEN}", "${env:TOKEN}"],
    ["$${env:MISSING} ${env:TOKEN}", "${env:MISSING} s3cret"],
    ["$$ and $$$", "$$ and $$$"],
  ])("%j", (text, expected) => {
    expect(substitute(text, env)).toMatchObject({ text: expected, missing: [] });
  });
});

describe("B1-075: what only looks like a variable is left as it stands, and told", () => {
  test.each(["${env:}", "${env", "${foo:X}", "${TOKEN}", "${env:1X}", "${}", "${"])("%j", (text) => {
    const result = substitute(`a ${text}`, env);
    expect(result.text).toBe(`a ${text}`);
    expect(result.malformed).toEqual([text]);
  });
});

test("B1-074: what was put in is known, so that it can be hidden", () => {
  expect(substitute("${env:TOKEN} ${env:MISSING:-default}", env).inserted).toEqual(["s3cret", "default"]);
});

test("B1-073: text with every variable escaped comes back as it was", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(
        substitute(
          text.replaceAll("${env:", () => "$${env:"),
          env,
        ).text,
      ).toBe(text);
    }),
  );
});
