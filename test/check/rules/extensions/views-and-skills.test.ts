import { expect, it } from "vitest";
import { frontmatterDifference, frontmatterOf } from "../../../../src/check/rules/extensions/frontmatter.ts";
import { foreignOrigins, htmlDefect } from "../../../../src/check/rules/extensions/html-view.ts";
import {
  appsPlace,
  skillsCapability,
  skillsPlace,
  tasksCapability,
  tasksPlace,
} from "../../../../src/check/rules/extensions/places.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";

it("places and capabilities of extensions are those of their pages", () => {
  const page = "https://github.com/modelcontextprotocol";
  expect([appsPlace("a"), tasksPlace("b"), skillsPlace("c")]).toEqual([
    { "2024-11-05": `${page}/ext-apps/blob/main/specification/2026-01-26/apps.mdx#a` },
    { "2026-07-28": `${page}/ext-tasks/blob/main/specification/draft/tasks.md#b` },
    { "2026-07-28": `${page}/ext-skills/blob/main/specification/stable/skills.mdx#c` },
  ]);
  expect(tasksCapability).toBe("extensions.io.modelcontextprotocol/tasks");
  expect(skillsCapability).toBe("extensions.io.modelcontextprotocol/skills");
});

const from = "https://a.example";
const image = `<img src="${from}/x">`;
const padded = (length: number): string => `<img src=${from}/${"x".repeat(length - ` src=${from}/`.length)}>`;
it.each<readonly [string, string, readonly string[], readonly string[]]>([
  ["attributes of 2000 units", padded(2000), [], [from]],
  ["attributes that are longer", padded(2001), [], []],
  ["a picture behind a comment", `<!-- x -->${image}`, [], [from]],
  ["a picture in the second of two comments", `<!-- x --><p><!-- ${image} -->`, [], []],
  ["a picture between two comments", `<!-- x -->${image}<!-- y -->`, [], [from]],
  ["a picture in a comment without an end", `<!-- ${image}`, [], [from]],
  ["a picture in the text of a script", `<script type=module>${image}</script>`, [], []],
  ["a picture behind a script", `<script>x</script>${image}`, [], [from]],
  ["a picture in a template in capital letters", `<TEMPLATE id=x>${image}</TEMPLATE>`, [], []],
  ["a picture behind a template", `<template></template>${image}`, [], [from]],
  ["a picture in an element whose name begins alike", `<templates>${image}</templates>`, [], [from]],
  ["something whose name begins alike", `<image src="${from}/x">`, [], []],
  ["a style in single quotes", `<LINK rel = 'stylesheet' href='${from}/x'>`, [], [from]],
  ["a link of a kind that begins alike", `<link rel=stylesheets href=${from}/x>`, [], []],
  ["a link of no kind", `<link href=${from}/x>`, [], []],
  ["an address behind other attributes", `<script async src=${from}/x></script>`, [], [from]],
  ["an address in capital letters", '<img src="HTTPS://A.Example/x">', [], [from]],
  ["an address of this document", '<img src="x.png">', [], []],
  ["the second of two allowed hosts", image, ["https://b.example", from], []],
  ["an allowed host without a scheme", image, ["a.example"], []],
  ["an allowed host of another scheme", image, ["http://a.example"], [from]],
  ["an allowed wildcard of another scheme", '<img src="https://b.a.example/">', ["http://*.a.example"], ["https://b.a.example"]],
  ["a star that stands alone", image, ["*"], []],
  ["a star before other letters", image, ["*a.example"], [from]],
])("a document with %s loads from where it should", (_title, html, allowed, origins) => {
  expect(foreignOrigins(html, allowed)).toEqual(origins);
});

it.each<readonly [string, string | undefined]>([
  ["\uFEFF<p>", undefined],
  [" \n<!DOCTYPE   HTML>", undefined],
  ["<h1 class=x>", undefined],
  ["<p\n>", undefined],
  ["<!doctypehtml>", 'expected an HTML document, found "<!doctypehtml>"'],
  ["</p>", 'expected an HTML document, found "</p>"'],
  ["<p_x>", 'expected an HTML document, found "<p_x>"'],
  ["<!-- a -->", "the document is empty"],
])("a document that begins with %j has the defect %j", (text, defect) => {
  expect(htmlDefect(text)).toBe(defect);
});

const within = (depth: number, inner: Json): Json => (depth === 0 ? inner : { m: within(depth - 1, inner) });
/** Twenty objects in a message, which shows no more than 80 characters of them. */
const shown = (inner: Json): string => JSON.stringify(within(20, inner)).slice(0, 80);

it.each<readonly [string, Record<string, Json>, Record<string, Json>, string | undefined]>([
  ["a value in twenty objects", { a: within(20, 1) }, { a: within(20, 2) }, `a is ${shown(1)}, and in the file ${shown(2)}`],
  ["a value in more", { a: within(21, 1) }, { a: within(21, 2) }, undefined],
  ["the last of a list", { a: [1, 2] }, { a: [1, 3] }, "a is [1,2], and in the file [1,3]"],
  ["a list that is shorter", { a: [1] }, { a: [1, 2] }, "a is [1], and in the file [1,2]"],
  ["a list and a text", { a: ["x"] }, { a: "x" }, undefined],
  ["true and false", { a: true }, { a: false }, "a is true, and in the file false"],
  ["null and null", { a: null }, { a: null }, undefined],
  [
    "the second of two members inside",
    { a: { b: 1, c: 1 } },
    { a: { b: 1, c: 2 } },
    'a is {"b":1,"c":1}, and in the file {"b":1,"c":2}',
  ],
  ["more than one", { a: 1, b: 2 }, { a: 2, c: 3 }, "c is left out"],
])("what is said of a frontmatter and it differ in %s, or do not", (_title, said, found, difference) => {
  expect(frontmatterDifference(said, found)).toBe(difference);
});

it.each<readonly [string, string, object | undefined]>([
  ["begins behind its text", "x---\na: 1\n---\n", undefined],
  ["has four dashes first", "----\na: 1\n---\n", undefined],
  ["has four dashes last", "---\na: 1\n----\n", undefined],
  ["ends with its file", "---\na: 1\n---", { a: 1 }],
  ["ends at the first of two ends", "---\na: 1\n---\nb: 2\n---\n", { a: 1 }],
  ["has tabs behind its dashes", "---\t\na: 1\n---\t\n", { a: 1 }],
])("a frontmatter that %s is read, or is none", (_title, text, frontmatter) => {
  expect(frontmatterOf(text)).toEqual(frontmatter);
});
