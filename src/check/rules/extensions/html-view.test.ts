import { expect, test } from "vitest";
import { foreignOrigins, htmlDefect } from "./html-view.ts";

test.each([
  "<!DOCTYPE html><html></html>",
  "\uFEFF\n<!-- made by a tool -->\n<!doctype html>\n<title>x</title>",
  "<html lang=en>",
  '<div id="root"></div>',
])("%j is the beginning of a document", (text) => {
  expect(htmlDefect(text)).toBeUndefined();
});

test.each([
  ["", "the document is empty"],
  ["<!-- nothing -->", "the document is empty"],
  ["https://example.com/app", "expected an HTML document"],
  ['{"html":"<p>"}', "expected an HTML document"],
  ['<?xml version="1.0"?><svg/>', "expected an HTML document"],
])("%j is none", (text, why) => {
  expect(htmlDefect(text)).toContain(why);
});

const page = `<!doctype html><head>
<link rel="stylesheet" href="https://styles.example.com/a.css"><link rel="canonical" href="https://site.example.org/">
<script type="module" src='//cdn.example.net/a.js'></script><script>document.write('<script src="https://not.markup">')</script>
<!-- <img src="https://commented.example"> --><template><img src="https://template.example/x.png"></template>
<img src="data:image/png;base64,AA"><img src="/own.png"></head>`;

test("origins are found where markup loads something, and only there", () => {
  expect(foreignOrigins(page, [])).toEqual(["https://styles.example.com", "https://cdn.example.net"]);
});

test.each([
  [["https://styles.example.com", "https://cdn.example.net"]],
  [["https://*.example.com", "cdn.example.net"]],
  [["https:"]],
  [["*"]],
])("origins that are declared are allowed: %j", (allowed) => {
  expect(foreignOrigins(page, allowed)).toEqual([]);
});

test("another scheme or another host is not", () => {
  expect(foreignOrigins(page, ["http://styles.example.com", "https://*.styles.example.com", "https://example.net"])).toHaveLength(
    2,
  );
});

test("hostile documents take no time worth speaking of", () => {
  for (const piece of ["<!--", "<script>", "<script ", "<template>", "<link ", "<img src="]) {
    const text = piece.repeat(200_000);
    expect(() => [htmlDefect(text), foreignOrigins(text, [])]).not.toThrow();
  }
});
