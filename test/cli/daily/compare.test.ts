import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCli } from "../../support/run-cli.ts";

let cwd = "";
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "mcpcheck-compare-"));
  writeFileSync(join(cwd, "good.json"), report("pass"));
  writeFileSync(join(cwd, "bad.json"), report("fail"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

function report(verdict: string, error: object | null = null): string {
  const finding = { check: "tools.unknown-name", revision: "2025-11-25", verdict, message: "it answered\u001b[31m" };
  return JSON.stringify({ schemaVersion: 1, exitCode: 0, findings: [finding], error });
}

test("what fails now ends with exit code 1, what is fixed with 0", async () => {
  const worse = await runCli(["compare", "good.json", "bad.json"], { cwd });
  expect(worse.exitCode).toBe(1);
  expect(worse.stdout).toBe(
    "broken (1)\n  tools.unknown-name 2025-11-25: pass → fail: it answered\\u{1b}[31m\n\nworse: 1 broken, 0 fixed, 0 open, 0 new, 0 gone, 0 changed otherwise\n",
  );
  const better = await runCli(["compare", "bad.json", "good.json", "--json"], { cwd });
  expect(better.exitCode).toBe(0);
  expect(JSON.parse(better.stdout)).toMatchObject({
    worse: false,
    fixed: [{ check: "tools.unknown-name", was: "fail", is: "pass" }],
  });
  expect((await runCli(["compare", "bad.json", "bad.json"], { cwd })).stdout).toMatch(/^not worse: 0 broken/);
});

test("a report that could not judge everything is not taken for a better one", async () => {
  writeFileSync(join(cwd, "cut.json"), report("pass", { kind: "subject", message: "it ended", stderrTail: "" }));
  const { exitCode, stderr } = await runCli(["compare", "good.json", "cut.json"], { cwd });
  expect(exitCode).toBe(3);
  expect(stderr).toMatch(/cut\.json: not everything was judged: it ended/);
});

test.each([
  [["nowhere.json", "good.json"], /cannot read nowhere\.json: no such file/],
  [["good.json"], /missing required argument 'new'/],
  [["other.json", "good.json"], /other\.json#\/schemaVersion/],
])("compare %j is a usage error", async (argv, reason) => {
  writeFileSync(join(cwd, "other.json"), "{}");
  const { exitCode, stderr } = await runCli(["compare", ...argv], { cwd });
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(reason);
});
