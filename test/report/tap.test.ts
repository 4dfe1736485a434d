import { expect, test } from "vitest";
import { parse } from "yaml";
import { tapReporter } from "../../src/report/tap.ts";
import { render } from "./render.ts";
import { brokenRun, sampleRun } from "./sample-run.ts";

test("the golden run", async () => {
  await expect(await render(tapReporter(), sampleRun)).toMatchFileSnapshot("../../fixtures/golden/report/tap.txt");
});

test("points are numbered through and match the plan", async () => {
  const lines = (await render(tapReporter(), sampleRun)).split("\n");
  const points = lines.filter((line) => /^(not )?ok /.test(line));
  expect(lines[1]).toBe(`1..${points.length}`);
  expect(points.map((line) => Number(/\d+/.exec(line)?.[0]))).toEqual(points.map((_, index) => index + 1));
});

test("diagnostics are YAML", async () => {
  const blocks = [...(await render(tapReporter(), sampleRun)).matchAll(/ {2}---\n([\s\S]*?) {2}\.\.\.\n/g)];
  expect(blocks.length).toBeGreaterThan(3);
  for (const [, yaml] of blocks) expect(parse(yaml ?? "")).toHaveProperty("message");
});

test("a run without verdict bails out", async () => {
  const text = await render(tapReporter(), brokenRun);
  expect(text).toContain("1..0\n");
  expect(text).toContain("Bail out! node exited with code 1");
});
