import { expect, test } from "vitest";
import { markdownReporter } from "../../src/report/markdown.ts";
import { markdownFence, markdownText } from "../../src/report/markdown-text.ts";
import { render } from "./render.ts";
import { brokenRun, sampleRun } from "./sample-run.ts";

test("the golden run", async () => {
  await expect(await render(markdownReporter(), sampleRun)).toMatchFileSnapshot("../../fixtures/golden/report/markdown.md");
});

test("what could not be judged is said with the end of stderr", async () => {
  const text = await render(markdownReporter(), brokenRun);
  expect(text).toContain("**Could not judge:** node exited with code 1");
  expect(text).toContain("\\u{1b}[1mboom");
});

test("text of a server is neither markup nor link nor mention nor a second table cell", () => {
  const text = markdownText("a|b\n# c <img src=x> [d](https://e) ![f](g) `h` **i** @j #1 \\k");
  expect(text).not.toMatch(/[|\n<>[\]`*@\\](?!n)|:\/\//);
  expect(text).toContain("&#124;");
});

test("a fence is longer than any run of backticks inside", () => {
  expect(markdownFence("a\n````\nb")).toBe("`````text\na\n````\nb\n`````");
});
