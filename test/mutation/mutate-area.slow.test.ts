import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { nightly } from "../support/nightly.ts";
import { root } from "../support/run-cli.ts";

// Mutants are tried at night only, and so is this.
test.runIf(nightly)("mutants of a file are tried by the tests that reach it: what they hold is noticed, and most is held", () => {
  // In a process of its own, which reads TypeScript as those that try the mutants do.
  const words = [
    "scripts/mutation/mutate.ts",
    "src/run/baseline/baseline.ts",
    "--share",
    "0.2",
    "--seed",
    "a test",
    "--workers",
    "1",
  ];
  const { stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", ...words], { cwd: root, encoding: "utf8" });
  const [, noticed, tried] = /: (\d+) of (\d+) mutants were noticed/.exec(stdout) ?? [];
  expect({ tried: Number(tried), stderr }).toEqual({ tried: expect.toSatisfy((count: number) => count > 0), stderr });
  expect(Number(noticed)).toBeGreaterThan(Number(tried) / 2);
  expect(stdout).not.toContain("not tried");
});
