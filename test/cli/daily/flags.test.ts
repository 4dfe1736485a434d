import { expect, test } from "vitest";
import { root, runCli } from "../../support/run-cli.ts";

test.each([
  [["--fail-on", "never"], /--fail-on <what>.*'never' is invalid.*fail, warn, untested/],
  [["--strict", "--fail-on", "fail"], /--strict and --fail-on fail contradict each other/],
  [["--retry", "x"], /--retry: expected a whole number/],
  [["--only-changed", "no-such.json"], /--only-changed: .*no-such\.json/],
  [["--only-changed", "package.json"], /package\.json#?.*schemaVersion/],
])("run parser %j is refused", async (argv, message) => {
  const { exitCode, stderr, stdout } = await runCli(["run", "parser", ...argv], { cwd: root });
  expect([exitCode, stdout]).toEqual([2, expect.not.stringMatching(/passed/)]);
  expect(stderr).toMatch(message);
});

test("what waits for a client that somebody else starts cannot be played again", async () => {
  const { exitCode, stderr } = await runCli(["run", "client", "--attach", "--retry", "1"], { cwd: root });
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/--retry: with --attach nothing is started/)]);
});
