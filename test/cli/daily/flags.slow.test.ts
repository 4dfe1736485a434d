import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root, runCli } from "../../support/run-cli.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";

type Report = {
  readonly summary: Readonly<Record<string, number>>;
  readonly exitCode: number;
  readonly findings: readonly { readonly check: string; readonly verdict: string; readonly flaky?: object }[];
  readonly notices: readonly string[];
  readonly error: { readonly message: string } | null;
};

/** A parser in a folder of its own that spoils one case: whenever it is started, or the first time alone. */
function spoiling(how: "always" | "once"): string {
  const folder = scratchFolder();
  writeFileSync(
    join(folder, "adapter.mjs"),
    `import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
const mark = ${JSON.stringify(join(folder, "started"))};
const isSpoilt = ${JSON.stringify(how)} === "always" || !existsSync(mark);
writeFileSync(mark, "");
const real = spawn(process.execPath, ["bin/mcpcheck.js", "parse", "--jsonl"], { stdio: ["inherit", "pipe", "inherit"] });
createInterface({ input: real.stdout }).on("line", (line) => console.log(isSpoilt ? line.replaceAll("Kyōto", "Kyoto") : line));`,
  );
  return `node ${join(folder, "adapter.mjs")}`;
}

async function runParser(...argv: string[]): Promise<Report & { readonly stdout: string }> {
  const options = ["--format", "qwen3-coder", "--case", "single,unicode*", "--splits", "1", "--reporter", "json"];
  const { exitCode, stdout } = await runCli(["run", "parser", ...options, ...argv], { cwd: root });
  const report = JSON.parse(stdout) as Report;
  expect(report.exitCode).toBe(exitCode);
  return { ...report, stdout };
}

const failsOf = ({ findings }: Report): string[] =>
  findings.filter(({ verdict }) => verdict === "fail").map(({ check }) => check);

test("what fails once is told as flaky, and fails the run where warnings do", async () => {
  const once = await runParser("--retry", "2", "--command", spoiling("once"));
  expect([once.exitCode, once.summary["fail"], once.summary["flaky"]]).toEqual([0, failsOf(once).length, failsOf(once).length]);
  expect(once.findings.filter(({ verdict }) => verdict === "fail").map(({ flaky }) => flaky)).toContainEqual({
    failed: 1,
    played: 2,
  });
  expect(once.notices).toContainEqual(expect.stringMatching(/played again up to 2 times: 0 came back, \d+ passed \(flaky\)/));
  const strict = await runParser("--retry", "1", "--fail-on", "warn", "--command", spoiling("once"));
  expect([strict.exitCode, strict.summary["flaky"]]).toEqual([1, once.summary["flaky"]]);
}, 120_000);

test("what fails again stays a fail, and an earlier report with it leaves nothing to decide", async () => {
  const command = spoiling("always");
  const broken = await runParser("--retry", "1", "--command", command);
  expect([broken.exitCode, broken.summary["flaky"]]).toEqual([1, undefined]);
  expect(failsOf(broken)).toContain("parser.whole");
  const earlier = join(scratchFolder(), "earlier.json");
  writeFileSync(earlier, broken.stdout);
  const same = await runParser("--only-changed", earlier, "--command", command);
  expect([same.exitCode, same.findings, same.summary["unchanged"]]).toEqual([0, [], broken.findings.length]);
  const fixed = await runParser("--only-changed", earlier);
  expect([fixed.exitCode, failsOf(fixed)]).toEqual([0, []]);
  expect(fixed.notices).toContainEqual(expect.stringMatching(/^fixed since .*parser\.whole \(qwen3-coder\)/));
  writeFileSync(earlier, JSON.stringify({ ...JSON.parse(fixed.stdout), findings: [] }));
  const worse = await runParser("--only-changed", earlier, "--command", command);
  expect([worse.exitCode, failsOf(worse)]).toEqual([1, failsOf(broken)]);
}, 120_000);
