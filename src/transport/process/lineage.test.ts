import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { fakeSystem } from "../../../test/support/fake-system.ts";
import { scratchFolder } from "../../../test/support/scratch-folder.ts";
import { isOf, withLineage } from "./lineage.ts";
import type { System } from "./system.ts";

const path = process.env["PATH"];
afterEach(() => void (process.env["PATH"] = path));

const start = { command: process.execPath, args: ["-e", "1"], env: {} };
const asItIs = { command: process.execPath, args: ["-e", "1"], lineage: undefined };
const row = (locks: string): string =>
  `Max realtime priority     0       0      \nMax file locks            7       ${locks}      locks     \n`;
const here = (locks: string): System => ({ ...fakeSystem(), told: () => row(locks) });
const works = process.platform === "linux" && spawnSync("prlimit", ["--locks"], { stdio: "ignore" }).status === 0;

describe.skipIf(!works)("a start with a lineage (on Linux, where there is prlimit)", () => {
  it("is a start by prlimit, which takes a number below that of this process", () => {
    const { command, args, lineage = 0n } = withLineage(start, here("9000000000000000000"));
    expect(command).toMatch(/^\/.*\/prlimit$/u);
    expect(args).toEqual([`--locks=${lineage}`, "--", process.execPath, "-e", "1"]);
    expect(lineage).toBeLessThanOrEqual(9_000_000_000_000_000_000n - 2n);
    expect(lineage).toBeGreaterThan(9_000_000_000_000_000_000n - 2n ** 46n);
  });

  it("takes a number from far below what a limit can be where this process has none, another each time", () => {
    const [first = 0n, second = 0n] = [1, 2].map(() => withLineage(start, here("unlimited")).lineage);
    for (const lineage of [first, second]) expect(2n ** 62n - lineage).toBeGreaterThanOrEqual(2n);
    for (const lineage of [first, second]) expect(2n ** 62n - lineage).toBeLessThan(2n ** 46n);
    expect(first).not.toBe(second);
  });

  it("is a plain one where the command cannot run, so that the system says why", () => {
    const gone = { ...start, command: "/nowhere/at/all" };
    expect(withLineage(gone)).toEqual({ command: gone.command, args: gone.args, lineage: undefined });
  });

  it("is a plain one where nobody knows the number of this process, or there is no prlimit", () => {
    expect(withLineage(start, fakeSystem())).toEqual(asItIs);
    process.env["PATH"] = "/nowhere";
    expect(withLineage(start)).toEqual(asItIs);
    delete process.env["PATH"];
    expect(withLineage(start)).toEqual(asItIs);
  });

  it("is a plain one where prlimit is there and nobody may change that limit", () => {
    const folder = scratchFolder();
    writeFileSync(join(folder, "prlimit"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    process.env["PATH"] = folder;
    expect(withLineage(start)).toEqual(asItIs);
  });
});

it("a start elsewhere is a plain one", () => {
  expect(withLineage(start, fakeSystem({ platform: "darwin" }))).toEqual(asItIs);
});

describe("a process is of a lineage", () => {
  it.each<[string, string, boolean]>([
    ["by its hard limit on file locks", "4611686018427387900", true],
    ["and not by another number", "4611686018427387901", false],
    ["and not without a limit", "unlimited", false],
  ])("%s", (_title, locks, itIs) => {
    expect(isOf(70, 4_611_686_018_427_387_900n, here(locks))).toBe(itIs);
  });

  it("no more when it is gone", () => {
    expect(isOf(70, 7n, fakeSystem())).toBe(false);
  });
});
