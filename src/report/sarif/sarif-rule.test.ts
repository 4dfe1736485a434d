import { describe, expect, it } from "vitest";
import { found } from "../../../test/report/formats/build.ts";
import type { Reported } from "../collect-run.ts";
import { within } from "./sarif-limits.ts";
import { sarifRule } from "./sarif-rule.ts";

describe("a rule", () => {
  const rule = (more: Partial<Reported> = {}, docsUrl?: string): object =>
    sarifRule(found("tools.a", "fail", more), { version: "1.2.3", docsUrl });

  it("says what is demanded, what to do, and where it stands", () => {
    const full = "A {b} says *c*. The specification says MUST. Both are accepted.";
    expect(rule({ title: "A {b} says *c*", tolerance: "Both are accepted.", advice: "Mend [it](x)." })).toEqual({
      id: "tools.a",
      name: "tools.a",
      shortDescription: { text: "A {{b}} says *c*" },
      fullDescription: { text: full.replace("{b}", "{{b}}") },
      help: {
        text: [
          full.replace("{b}", "{{b}}"),
          String.raw`To fix it: Mend [it\](x).`,
          "Where it stands: https://spec.example/tools.a",
          "More: npx mcpcheck explain tools.a",
        ].join("\n"),
        markdown: [
          "A &#123;b&#125; says &#42;c&#42;. The specification says MUST. Both are accepted.",
          "**To fix it:** Mend &#91;it&#93;(x).",
          "**Where it stands:** <https://spec.example/tools.a>",
          "**More:** `npx mcpcheck explain tools.a`",
        ].join("\n\n"),
      },
      helpUri: "https://spec.example/tools.a",
      defaultConfiguration: { level: "error" },
      properties: { tags: ["mcp", "tools"], precision: "very-high", "problem.severity": "error" },
    });
  });

  it.each<[Reported["level"], string, string, string]>([
    ["MUST", "error", "error", "The specification says MUST."],
    ["MUST NOT", "error", "error", "The specification says MUST NOT."],
    ["SHOULD", "warning", "warning", "The specification says SHOULD."],
    ["SHOULD NOT", "warning", "warning", "The specification says SHOULD NOT."],
    ["PRACTICE", "warning", "recommendation", "This is good practice, not demanded by the specification."],
  ])("of %s is of the level %s and the severity %s", (level, configured, severity, demanded) => {
    expect(rule({ level })).toMatchObject({
      fullDescription: { text: `Statement of tools.a. ${demanded}` },
      defaultConfiguration: { level: configured },
      properties: { "problem.severity": severity },
    });
  });

  it.each<[string, string, string | undefined, string, string]>([
    ["the specification where there is no site", "https://a/b", undefined, "https://a/b", "`npx mcpcheck explain tools.a`"],
    [
      "the page of the check",
      "https://a/b",
      "https://docs/",
      "https://docs/checks/tools.a.html",
      "<https://docs/checks/tools.a.html>",
    ],
    ["the specification where the site is a folder", "https://a/b", "../site", "https://a/b", "<../site/checks/tools.a.html>"],
    [
      "a page of the package",
      "docs/formats.md#a",
      undefined,
      "https://unpkg.com/mcpcheck@1.2.3/docs/formats.md#a",
      "`npx mcpcheck explain tools.a`",
    ],
    [
      "the home page where nothing else is an address",
      "a docs/x",
      undefined,
      "https://www.npmjs.com/package/mcpcheck",
      "`npx mcpcheck explain tools.a`",
    ],
  ])("leads to %s", (_title, spec, docsUrl, helpUri, more) => {
    const made = rule({ spec }, docsUrl) as { helpUri: string; help: { markdown: string } };
    expect(made.helpUri).toBe(helpUri);
    expect(made.help.markdown.split("\n\n").at(-1)).toBe(`**More:** ${more}`);
  });

  it("has descriptions of five hundred and twelve characters at most, since some of them are doubled", () => {
    const text = `${"{".repeat(1020)} …`;
    expect(rule({ title: "{".repeat(513) })).toMatchObject({ shortDescription: { text }, fullDescription: { text } });
    expect(rule({ title: "x".repeat(512) })).toMatchObject({ shortDescription: { text: "x".repeat(512) } });
  });
});

it.each([
  ["whole where it just fits", "abcdef", "abcdef"],
  ["cut where one character is too much", "abcdefg", "abcd …"],
  ["cut between two characters", "abc😀fg", "abc …"],
  ["cut after a character that is whole", "ab😀efg", "ab😀 …"],
])("text of at most six characters is %s", (_title, text, shown) => {
  expect(within(6, text)).toBe(shown);
});
