import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root, runCli } from "../support/run-cli.ts";
import { skipped, whyNoSandbox } from "../support/why-no-sandbox.ts";

const lacks = (...programs: string[]): string | undefined => {
  const missing = programs.filter((name) => spawnSync(name, ["--version"]).status !== 0);
  return missing.length === 0 ? undefined : `it takes ${missing.join(" and ")}`;
};
const ways = ["without an environment", "with a zeroed environment", "as a chain"];
const program = join(root, "test/hostile/peers/daemons.py");
let runs = 0;

/** The processes, by their ids, that have a word among their own. */
function bearers(word: string): readonly string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0").includes(word);
    } catch {
      return false;
    }
  });
}

/** Judges a server that starts processes of a kind; gives what is still there, looked at several times, for a chain is not always seen. */
async function leftAfter(how: string, ...options: string[]): Promise<ReadonlySet<string>> {
  const token = `86399.${process.pid}${(runs += 1)}`;
  const { exitCode, stderr } = await runCli(["run", "server", ...options, "--", "python3", program, how, token]);
  expect([exitCode, stderr]).toEqual([3, ""]);
  return new Set(Array.from({ length: 50 }, () => bearers(token)).flat());
}

const cannot = lacks("python3", "perl", "prlimit");
describe.skipIf(cannot !== undefined)(`no process is left that was started${skipped(cannot)}`, () => {
  test.each(ways)("%s", async (how) => expect(await leftAfter(how)).toEqual(new Set()));
});

const cannotConfine = lacks("python3", "perl") ?? whyNoSandbox();
describe.skipIf(cannotConfine !== undefined)(`no process is left in a sandbox that was started${skipped(cannotConfine)}`, () => {
  test.each(ways)("%s", async (how) => expect(await leftAfter(how, "--sandbox")).toEqual(new Set()));
});
