import { describe, expect, it } from "vitest";
import { isProtected } from "../../../../src/check/rules/auth/protected-address.ts";
import { lostMember } from "../../../../src/check/rules/clients/lost-member.ts";
import { frontmatterDifference, frontmatterOf } from "../../../../src/check/rules/extensions/frontmatter.ts";
import { foreignOrigins, htmlDefect } from "../../../../src/check/rules/extensions/html-view.ts";
import {
  annotationsHold,
  headerAnnotations,
  isHeaderName,
  isMirrorable,
} from "../../../../src/check/rules/headers/header-annotations.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";

const nested = (depth: number, inner: Json): Json => (depth === 0 ? inner : [nested(depth - 1, inner)]);

describe("the frontmatter of a file", () => {
  const padded = (length: number): string => `---\na: ${"x".repeat(length - 4)}\n---\n`;
  it.each<readonly [string, string, object | undefined]>([
    ["with spaces behind the lines", "--- \t\na: 1\n--- \t\r\nrest", { a: 1 }],
    ["with text behind the first line", "--- x\na: 1\n---\n", undefined],
    ["with text behind the last line", "---\na: 1\n--- x\n", undefined],
    ["with dashes inside of a line", "---\na: x --- y\n---\n", { a: "x --- y" }],
    ["behind an empty line", "\n---\na: 1\n---\n", undefined],
    ["that is empty", "---\n---\n", undefined],
    ["that is a word", "---\nword\n---\n", undefined],
    ["with five hundred brackets", `---\na: "${"[".repeat(500)}"\n---\n`, { a: "[".repeat(500) }],
    ["with more brackets than that", `---\na: "${"[".repeat(501)}"\n---\n`, undefined],
    ["with more braces than that", `---\na: "${"{".repeat(501)}"\n---\n`, undefined],
    ["with 49 dashes in a row", `---\na: "${"- ".repeat(49)}"\n---\n`, { a: "- ".repeat(49) }],
    ["with 50 dashes in a row", `---\na: "${"- ".repeat(50)}"\n---\n`, undefined],
    ["with 50 question marks in a row", `---\na: "${"? ".repeat(50)}"\n---\n`, undefined],
    ["with 50 dashes that are no row", `---\na: "${"-x".repeat(50)}"\n---\n`, { a: "-x".repeat(50) }],
    ["with a date", "---\nday: 2026-01-01\n---\n", { day: "2026-01-01" }],
    ["as long as is read", padded(64 * 1024 - 3), { a: "x".repeat(64 * 1024 - 7) }],
    ["longer than is read", padded(64 * 1024 + 10), undefined],
  ])("%s is read, or is none", (_title, text, frontmatter) => {
    expect(frontmatterOf(text)).toEqual(frontmatter);
  });

  it.each<readonly [string, Record<string, Json>, Record<string, Json>, string | undefined]>([
    ["a member of a member", { a: { b: 1 } }, { a: { b: 2 } }, 'a is {"b":1}, and in the file {"b":2}'],
    ["a member more inside", { a: { b: 1, c: 1 } }, { a: { b: 1 } }, 'a is {"b":1,"c":1}, and in the file {"b":1}'],
    ["a member less inside", { a: { b: 1 } }, { a: { b: 1, c: 1 } }, 'a is {"b":1}, and in the file {"b":1,"c":1}'],
    ["a list that is longer", { a: [1, 2] }, { a: [1] }, "a is [1,2], and in the file [1]"],
    ["a null for a text", { a: null }, { a: "x" }, undefined],
    ["a number that is another", { a: 1 }, { a: 2 }, "a is 1, and in the file 2"],
    ["a number for a text", { a: 1 }, { a: "1" }, undefined],
    ["a type for another inside", { a: { b: 1 } }, { a: { b: "1" } }, undefined],
    ["the second of two", { a: 1, b: 1 }, { a: 1, b: 2 }, "b is 1, and in the file 2"],
    ["the same objects", { a: { b: [1] } }, { a: { b: [1] } }, undefined],
    [
      "a value at twenty levels",
      { a: nested(20, 1) },
      { a: nested(20, 2) },
      `a is ${"[".repeat(20)}1${"]".repeat(20)}, and in the file ${"[".repeat(20)}2${"]".repeat(20)}`,
    ],
    ["a value deeper than that", { a: nested(21, 1) }, { a: nested(21, 2) }, undefined],
  ])("and what is said of it differ in %s, or do not", (_title, said, found, difference) => {
    expect(frontmatterDifference(said, found)).toBe(difference);
  });
});

describe("a document of HTML", () => {
  it.each<readonly [string, string | undefined]>([
    ["<p>", undefined],
    ["<p/>", undefined],
    ["<my-view class=x>", undefined],
    ["<!-- a --> <!-- b --><p>", undefined],
    ["<!doctype svg>", 'expected an HTML document, found "<!doctype svg>"'],
    ["<!doctype htmlx>", 'expected an HTML document, found "<!doctype htmlx>"'],
    ["<1p>", 'expected an HTML document, found "<1p>"'],
    ["<p", 'expected an HTML document, found "<p"'],
    ["text <p>", 'expected an HTML document, found "text <p>"'],
    ["<!-- no end <p>", 'expected an HTML document, found "<!-- no end <p>"'],
    ["  \n ", "the document is empty"],
    ["x".repeat(61), `expected an HTML document, found "${"x".repeat(60)}"`],
  ])("%j has the defect %j", (text, defect) => {
    expect(htmlDefect(text)).toBe(defect);
  });

  it.each<readonly [string, string, readonly string[], readonly string[]]>([
    ["an icon", '<link rel=icon href="https://a.example/i">', [], ["https://a.example"]],
    ["a link to a preconnection", '<link rel=preconnect href="https://a.example/">', [], []],
    ["a style of a link whose src is none", '<link rel="stylesheet" src="https://a.example/">', [], []],
    ["a picture whose href is none", '<img href="https://a.example/">', [], []],
    ["a picture with a prefixed src", '<img data-src="https://a.example/">', [], []],
    ["a picture in capital letters", "<IMG SRC = 'https://a.example:8443/x'>", [], ["https://a.example:8443"]],
    [
      "a sound, a film and a source",
      '<audio src="//a.example/"><video src=//b.example/><source src=http://c.example/>',
      [],
      ["https://a.example", "https://b.example", "http://c.example"],
    ],
    ["the same origin twice", '<img src="https://a.example/1"><img src="https://a.example/2">', [], ["https://a.example"]],
    ["an address of another kind", '<img src="ftp://a.example/">', [], []],
    ["an address in the middle of a path", '<img src="/x?https://a.example/">', [], []],
    ["an address of no host", '<img src="https://%">', [], []],
    ["an allowed scheme", '<img src="http://a.example/">', ["http:"], []],
    ["another allowed scheme", '<img src="http://a.example/">', ["https:"], ["http://a.example"]],
    ["an allowed host in capital letters", '<img src="https://a.example/">', ["HTTPS://A.Example/path"], []],
    ["an allowed wildcard in capital letters", '<img src="https://b.a.example/">', ["*.A.example"], []],
    ["the host of a wildcard itself", '<img src="https://a.example/">', ["*.a.example"], ["https://a.example"]],
    ["a host that ends alike", '<img src="https://bada.example/">', ["https://a.example"], ["https://bada.example"]],
    ["an allowed host at another port", '<img src="https://a.example:8443/">', ["https://a.example"], ["https://a.example:8443"]],
    [
      "a script whose end is missing",
      '<script src="https://a.example/">x<img src="https://b.example/">',
      [],
      ["https://a.example", "https://b.example"],
    ],
  ])("that loads %s is foreign where it should be", (_title, html, allowed, origins) => {
    expect(foreignOrigins(html, allowed)).toEqual(origins);
  });
});

describe("header annotations", () => {
  const here = { "x-mcp-header": "A", type: "string" };
  it.each<readonly [string, Json, readonly (readonly [string, boolean])[]]>([
    ["of a member", { properties: { a: here } }, [["properties/a", true]]],
    ["of a member of a member", { properties: { a: { properties: { b: here } } } }, [["properties/a/properties/b", true]]],
    ["in a list of alternatives", { anyOf: [{}, here] }, [["anyOf/1", false]]],
    ["of a member in an alternative", { anyOf: [{ properties: { a: here } }] }, [["anyOf/0/properties/a", false]]],
    ["of a member called properties", { properties: { properties: here } }, [["properties/properties", true]]],
    ["of the items of a list", { properties: { a: { items: here } } }, [["properties/a/items", false]]],
    ["among definitions", { $defs: { a: here } }, [["$defs/a", false]]],
    ["in a default", { default: here, examples: [here], enum: [here], const: here }, []],
    [
      "of members called as keywords for data",
      { properties: { default: here, enum: here } },
      [
        ["properties/default", true],
        ["properties/enum", true],
      ],
    ],
    ["that are null", { properties: { a: { "x-mcp-header": null } } }, [["properties/a", true]]],
  ])("%s are found", (_title, schema, found) => {
    expect(headerAnnotations(schema).map(({ path, reachable }) => [path.join("/"), reachable])).toEqual(found);
  });

  it("are looked for thirty levels deep", () => {
    expect([30, 31].map((depth) => headerAnnotations(nested(depth, here)).length)).toEqual([1, 0]);
  });

  it("name a header of a type that has a text", () => {
    expect(["A", "x-1", "!#$%&'*+-.^_`|~", "", "a b", "a:", "ä", 7].map((name) => isHeaderName(name))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(["string", "integer", "boolean", "number", "object", undefined].map(isMirrorable)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(annotationsHold({ properties: { a: here, b: { ...here, "x-mcp-header": "B", type: "object" } } })).toBe(false);
    expect(annotationsHold({ anyOf: [here] })).toBe(false);
    expect(annotationsHold(undefined)).toBe(true);
  });
});

it.each<readonly [Json | undefined, boolean]>([
  ["https://a.example/x", true],
  ["http://localhost:1234/", true],
  ["http://127.0.0.1/", true],
  ["http://[::1]/", true],
  ["http://a.example/", false],
  ["a.example", false],
  ["", false],
  [["https://a.example/"], false],
  [undefined, false],
])("the address %j may be asked about an authorization: %s", (address, is) => {
  expect(isProtected(address)).toBe(is);
});

it.each<readonly [string, Json | undefined, Json | undefined, string | undefined]>([
  ["nothing where all is there", { a: [1, { b: 2 }] }, { a: [1, { b: 2, c: 3 }, 4], d: 5 }, undefined],
  ["a list that became an object", { a: [1] }, { a: { 0: 1 } }, "/a"],
  ["an object that became a list", { a: { 0: 1 } }, { a: [1] }, "/a"],
  ["an object that became a text", { a: {} }, { a: "x" }, "/a"],
  ["an empty list that became nothing", { a: [] }, {}, "/a"],
  ["nothing in what is only meta", { _meta: { a: 1 } }, {}, undefined],
  ["nothing in a null", { a: null }, {}, undefined],
  ["nothing where a number is the same", { a: 1 }, { a: 1 }, undefined],
  ["a number that became a text", { a: 1 }, { a: "1" }, "/a"],
  ["a no that became a yes", { a: false }, { a: true }, "/a"],
  ["an open world that became closed", { openWorldHint: false }, {}, "/openWorldHint"],
  ["nothing in an open world that goes without saying", { openWorldHint: true }, {}, undefined],
  ["the first of two", { a: 1, b: 2 }, {}, "/a"],
  ["all where nothing was told", [1], undefined, ""],
])("what is lost is %s", (_title, sent, told, place) => {
  expect(lostMember(sent, told)).toBe(place);
});
