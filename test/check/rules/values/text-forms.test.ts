import { describe, expect, it } from "vitest";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { sameJson, parsed } from "../../../../src/check/rules/json-values.ts";
import { isMetaKey } from "../../../../src/check/rules/meta-key.ts";
import {
  base64Bytes,
  canonical,
  hasUriScheme,
  illegalUriCharacter,
  isBase64,
  isIsoTimestamp,
  isMediaType,
  shortJson,
  templateDefect,
  textOrJson,
} from "../../../../src/check/rules/text-forms.ts";

describe("a text", () => {
  it.each<readonly [string, boolean]>([
    ["", true],
    ["AA==", true],
    ["AAA=", true],
    ["AAAA", true],
    ["a+/9", true],
    ["A", false],
    ["AAA", false],
    ["A===", false],
    ["====", false],
    ["AA=A", false],
    ["a-_9", false],
    ["AA A", false],
    ["\nAAA", false],
  ])("%j is base64: %s", (text, is) => {
    expect(isBase64(text)).toBe(is);
  });

  it.each([
    ["", 0],
    ["AA==", 1],
    ["AAA=", 2],
    ["AAAA", 3],
    ["AAAAAA==", 4],
  ])("%j stands for bytes: %i", (text, bytes) => {
    expect(base64Bytes(text)).toBe(bytes);
  });

  it.each<readonly [string, boolean]>([
    ["text/plain", true],
    ["text/html;profile=mcp-app", true],
    ["text/plain ; charset=utf-8", true],
    ["application/vnd.a-b.c+json", true],
    ["3gpp/x", true],
    ["text", false],
    ["text/", false],
    ["/plain", false],
    ["+text/plain", false],
    ["text/+plain", false],
    ["text/plain charset", false],
    ["see text/plain", false],
    ["te xt/plain", false],
    ["a/b/c", false],
  ])("%j is a media type: %s", (text, is) => {
    expect(isMediaType(text)).toBe(is);
  });

  it.each<readonly [string, boolean]>([
    ["file:///a", true],
    ["a:b", true],
    ["x-a+b.1:c", true],
    ["a:", false],
    [":b", false],
    ["1a:b", false],
    ["/a:b", false],
    ["a b:c", false],
    ["plain", false],
  ])("%j begins with a scheme: %s", (text, is) => {
    expect(hasUriScheme(text)).toBe(is);
  });

  it.each<readonly [string, string | undefined]>([
    ["file:///a%20b?c=d#e[1]@!$&'()*+,;~_.-", undefined],
    ["file:///a b", " "],
    ["file:///ä", "ä"],
    ["file:///😀", "😀"],
    ["file:///100%", "%"],
    ["file:///a%2", "%"],
    ["file:///a%g0", "%"],
    ["file:///a%0g", "%"],
    ["file:///{id}", "{"],
    ["a^b|c", "^"],
    ["file:///%fF%Aa", undefined],
  ])("%j has the first character no URI has: %j", (text, character) => {
    expect(illegalUriCharacter(text)).toBe(character);
  });

  it.each<readonly [string, boolean]>([
    ["2026-01-31", true],
    ["2026-01-31T10:20:30Z", true],
    ["2026-01-31t10:20:30z", true],
    ["2026-01-31 10:20", true],
    ["2026-01-31T10:20:30.123456+02:00", true],
    ["2026-01-31T10:20:30,5Z", true],
    ["2026-01-31T10:20:30", true],
    ["2026-13-31", false],
    ["2026-01-31T25:00:00Z", false],
    ["2026-1-31", false],
    ["31.01.2026", false],
    ["on 2026-01-31", false],
    ["2026-01-31 maybe", false],
    ["2026-01-31T10Z", false],
    ["1769854830", false],
  ])("%j is a time of ISO 8601: %s", (text, is) => {
    expect(isIsoTimestamp(text)).toBe(is);
  });

  it.each<readonly [string, string | undefined]>([
    ["", undefined],
    ["file:///plain", undefined],
    ["file:///{path}", undefined],
    ["{+path}{#frag}{.ext}{/dir}{;p}{?q,r*,s:3}{&t}{=u}{!v}{@w}{|x}{,y}", undefined],
    ["{a.b_c.%20}", undefined],
    ["{a:1}{b:9999}", undefined],
    ["a}", 'a "}" without a "{"'],
    ["a}b{c}", 'a "}" without a "{"'],
    ["{a}b}", 'a "}" without a "{"'],
    ["a{", 'a "{" without a "}"'],
    ["{a}{b", 'a "{" without a "}"'],
    ["{}", "the expression {}"],
    ["{?}", "the expression {?}"],
    ["{a b}", "the expression {a b}"],
    ["{a,}", "the expression {a,}"],
    ["{a..b}", "the expression {a..b}"],
    ["{.a.}", "the expression {.a.}"],
    ["{a:0}", "the expression {a:0}"],
    ["{a:10000}", "the expression {a:10000}"],
    ["{a**}", "the expression {a**}"],
    ["{a-b}", "the expression {a-b}"],
    ["{ok}{-no}", "the expression {-no}"],
    ["{%2}", "the expression {%2}"],
    ["{{a}}", "the expression {{a}"],
  ])("%j is a template with the defect %j", (template, defect) => {
    expect(templateDefect(template)).toBe(defect);
  });

  it.each<readonly [string, boolean]>([
    ["", true],
    ["name", true],
    ["a.b-c_d", true],
    ["9", true],
    ["io.modelcontextprotocol/x", true],
    ["a/", true],
    ["a-b.c1/x", true],
    ["/x", false],
    ["a./x", false],
    [".a/x", false],
    ["1a/x", false],
    ["a-/x", false],
    ["a.1/x", false],
    ["a/b/c", false],
    ["-x", false],
    ["x-", false],
    ["_x", false],
    ["x.", false],
    ["a b", false],
    ["ä", false],
  ])("%j is a key of _meta: %s", (key, is) => {
    expect(isMetaKey(key)).toBe(is);
  });
});

describe("a value", () => {
  it.each<readonly [unknown, string, string]>([
    ["x", "x", '"x"'],
    [7, "7", "7"],
    [null, "null", "null"],
    [{ a: 1 }, '{"a":1}', '{"a":1}'],
    [undefined, "(none)", "missing"],
  ])("%j is named %j, and in JSON %j", (value, text, json) => {
    expect(textOrJson(value)).toBe(text);
    expect(shortJson(value)).toBe(json);
  });

  it("is shortened after eighty characters of its JSON, and not where it is named", () => {
    expect(shortJson("x".repeat(78))).toBe(`"${"x".repeat(78)}"`);
    expect(shortJson("x".repeat(79))).toBe(`"${"x".repeat(79)}`);
    expect(textOrJson("x".repeat(100))).toHaveLength(100);
  });

  it.each<readonly [Json | undefined, string]>([
    [{ b: 1, a: [{ d: null, c: "x" }] }, '{"a":[{"c":"x","d":null}],"b":1}'],
    [[], "[]"],
    [{}, "{}"],
    [[2, 1], "[2,1]"],
    [undefined, "null"],
    ["x", '"x"'],
  ])("%j has the text %s, whatever its order", (value, text) => {
    expect(canonical(value)).toBe(text);
  });

  it.each([
    [100, "0"],
    [101, '"…"'],
  ])("in %i lists has its text cut off beyond a hundred: %s", (depth, inner) => {
    let value: Json = 0;
    for (let count = 0; count < depth; count += 1) value = [value];
    expect(canonical(value)).toBe(`${"[".repeat(depth)}${inner}${"]".repeat(depth)}`);
  });

  it.each([
    [100, "0"],
    [101, '"…"'],
  ])("in %i objects has its text cut off beyond a hundred: %s", (depth, inner) => {
    let value: Json = 0;
    for (let count = 0; count < depth; count += 1) value = { a: value };
    expect(canonical(value)).toBe(`${'{"a":'.repeat(depth)}${inner}${"}".repeat(depth)}`);
  });

  it.each<readonly [Json | undefined, Json | undefined, boolean]>([
    [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
    [[1, 2], [1], false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, b: 2 }, { a: 1 }, false],
    [{}, [], false],
    [[], {}, false],
    [{}, {}, true],
    [1, "1", false],
    [null, undefined, false],
    [null, null, true],
    [{ 0: "x" }, ["x"], false],
    [{}, null, false],
  ])("%j equals %j: %s", (one, other, same) => {
    expect(sameJson(one, other)).toBe(same);
  });

  it("is read from JSON text, and is none where the text is no JSON", () => {
    expect(["{", "1", '{"a":[]}'].map(parsed)).toEqual([undefined, 1, { a: [] }]);
  });
});
