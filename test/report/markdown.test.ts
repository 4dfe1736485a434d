import { assert, asyncProperty, constantFrom, string } from "fast-check";
import { expect, test } from "vitest";
import { markdownReporter } from "../../src/report/markdown.ts";
import { markdownFence, markdownText } from "../../src/report/text/markdown-text.ts";
import { liveMarkdown } from "./live-markdown.ts";
import { render } from "./render.ts";
import { brokenRun, runOf, sampleFindings, sampleRun } from "./sample-run.ts";

test("the golden run", async () => {
  await expect(await render(markdownReporter(), sampleRun)).toMatchFileSnapshot("../../fixtures/golden/report/markdown.md");
});

test("what could not be judged is said with the end of stderr", async () => {
  const text = await render(markdownReporter(), brokenRun);
  expect(text).toContain("**Could not judge:** node exited with code 1");
  expect(text).toContain("\\u{1b}[1mboom");
});

test("text of a server is neither markup nor a second table cell", () => {
  const text = markdownText("a|b\n# c <img src=x> [d](e) ![f](g) `h` **i** _j_ \\k ~~l~~");
  expect(text).not.toMatch(/[|\n<>[\]*_~]|\\(?!n)/);
  expect(text).toContain("&#124;");
});

test.each([
  ["@octocat", "`@octocat`"],
  ["by @octocat/team, too", "by `@octocat/team,` too"],
  ["someone@example.com", "`someone@example.com`"],
  ["#1 and owner/repo#2", "`#1` and `owner/repo#2`"],
  ["GH-3", "`GH-3`"],
  ["0123abc", "`0123abc`"],
  ["www.example.com", "`www.example.com`"],
  ["[x](https://example.com)", "`[x](https://example.com)`"],
  ["mailto:x", "`mailto:x`"],
  ["fine:tada:", "`fine:tada:`"],
  ["@a|@b`@c", "`@a`&#124;`@b`&#96;`@c`"],
  ["saw: nothing (1 of 2)", "saw: nothing (1 of 2)"],
])("%j links to nothing, mentions nobody", (text, shown) => {
  expect(markdownText(text)).toBe(shown);
  expect(liveMarkdown(shown)).toEqual([]);
});

const hostile = string({
  unit: constantFrom("@a", "#1", "`", "``", "|", " ", "\\", "www.a.b", "https://c", "[d](", ")", "<i>", "!", "\n", "```"),
});

test("whatever a server wrote, nothing in the page is live, and every word is still there", async () => {
  await assert(
    asyncProperty(hostile, async (message) => {
      const page = await render(
        markdownReporter(),
        runOf(sampleFindings.map((finding) => ({ ...finding, message: `${message} end` }))),
      );
      expect(liveMarkdown(page)).toEqual([]);
      expect(page).toContain(markdownText(`${message} end`));
    }),
    { numRuns: 60 },
  );
});

test("a word of a mebibyte takes no longer than reading it", () => {
  const began = performance.now();
  expect(markdownText("x".repeat(1 << 20))).toHaveLength(1 << 20);
  expect(performance.now() - began).toBeLessThan(5000);
});

test("a fence is longer than any run of backticks inside", () => {
  expect(markdownFence("a\n````\nb")).toBe("`````text\na\n````\nb\n`````");
});
