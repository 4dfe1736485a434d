import { expect, test } from "vitest";
import { githubReporter } from "../../src/report/github.ts";
import { render } from "./render.ts";
import { brokenRun, runOf, sampleFindings, sampleRun } from "./sample-run.ts";

test("the golden run", async () => {
  await expect(await render(githubReporter(), sampleRun)).toMatchFileSnapshot("../../fixtures/golden/report/github.txt");
});

test("a server cannot write a workflow command of its own", async () => {
  const hostile = "a\n::error::b\r\n::stop-commands::x\n::set-output name=x::%0A%25";
  const text = await render(githubReporter(), runOf(sampleFindings.map((finding) => ({ ...finding, message: hostile }))));
  for (const line of text.trimEnd().split("\n"))
    expect(line).toMatch(/^(::(error|warning) title=mcpcheck%3A [^,:]*,file=README.md,line=1::|mcpcheck: )/);
  expect(text).not.toContain("\r");
  expect(text).toContain("%2525");
});

test("what could not be judged is an error", async () => {
  expect(await render(githubReporter(), brokenRun)).toContain(
    "::error title=mcpcheck%3A could not judge,file=README.md,line=1::",
  );
});

test("more than GitHub would show are counted, not dropped in silence", async () => {
  const fails = sampleFindings.filter((finding) => finding.verdict === "fail" && finding.revision === "2025-11-25");
  const many = fails.flatMap((fail) => Array.from({ length: 25 }, (_, index) => ({ ...fail, check: `tools.n${index}` })));
  const lines = (await render(githubReporter(), runOf(many))).split("\n").filter((line) => line.startsWith("::error"));
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toContain("17 more");
});
