import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { latestOf } from "../../src/fleet/latest-results.ts";
import { readResults } from "../../src/fleet/results-folder.ts";
import { root, runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-fleet-"));
const bin = join(root, "bin/mcpcheck.js");
const list = join(folder, "servers.jsonl");
const living = 5;

beforeAll(() => {
  const lines = Array.from({ length: living }, (_unused, index) => ({
    id: `mock-${index}`,
    command: [process.execPath, bin, "serve", "mock", "echo", "--transport", "stdio"],
  }));
  const dead = { id: "dead", command: [process.execPath, "-e", ""] };
  const far = { name: "io.example/far", version: "1.0.0", packages: [{ registryType: "oci", identifier: "x" }] };
  writeFileSync(list, [...lines, dead, far].map((line) => JSON.stringify(line)).join("\n"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Little is judged, for what is shown here is of the fleet. */
const small = ["--check", "lifecycle.ping", "--spec", "2025-11-25"];
const words = (out: string): string[] => ["fleet", "run", list, "--out", out, "--workers", "2", ...small];

/** A fleet that runs, what it has said so far, and its end. */
type Running = {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly ended: Promise<{ exitCode: number | null; stderr: string }>;
};

function start(out: string, ...more: readonly string[]): Running {
  let stderr = "";
  const child = spawn(process.execPath, [bin, ...words(out), ...more], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, TMPDIR: folder },
  });
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
  const ended = once(child, "close").then(([exitCode]) => ({ exitCode: exitCode as number | null, stderr }));
  return { child, said: () => stderr, ended };
}

const runToEnd = async (out: string, ...more: readonly string[]) => await start(out, ...more).ended;

/** Resolves when the fleet has said that a server has its result. */
async function firstResult({ child, said }: Running): Promise<void> {
  while (!said().includes("to come)")) await once(child.stderr ?? child, "data");
}

const runsOf = (out: string): number => [...readResults(out)].filter(({ row }) => row === "run").length;
const codesOf = (out: string): number[] =>
  [...latestOf(readResults(out)).values()].map(({ run }) => run.exitCode).toSorted((one, other) => one - other);
const whole = [0, 0, 0, 0, 0, 3, 3];

test("a fleet that was killed goes on where it was: every server has one result", { timeout: 180_000 }, async () => {
  const out = join(folder, "killed");
  const first = start(out);
  await firstResult(first);
  first.child.kill("SIGKILL");
  await first.ended;
  const had = runsOf(out);
  expect(had).toBeGreaterThan(0);
  const { exitCode, stderr } = await runToEnd(out);
  expect(stderr).toContain(`${had} had a result, 0 left`);
  expect(exitCode).toBe(0);
  expect(codesOf(out)).toEqual(whole);
  expect(runsOf(out)).toBe(whole.length);
  const again = await runToEnd(out);
  expect(again.stderr).toContain(`0 servers judged, ${whole.length} had a result, 0 left`);
});

test("told to end it begins no other server, and keeps what was under way", { timeout: 180_000 }, async () => {
  const out = join(folder, "drained");
  const running = start(out);
  await firstResult(running);
  running.child.kill("SIGTERM");
  const { exitCode, stderr } = await running.ended;
  expect(exitCode).toBe(143);
  expect(stderr).toContain("no other server is begun");
  const judged = Number(/(\d+) servers? judged/.exec(stderr)?.[1]);
  expect(runsOf(out)).toBe(judged);
  expect(judged).toBeLessThan(whole.length);
});

test("a segment that was cut off counts for what is whole of it, and the report says so", { timeout: 180_000 }, async () => {
  const out = join(folder, "cut");
  mkdirSync(out);
  await runToEnd(out);
  const [segment = ""] = readdirSync(out);
  const rows = readFileSync(join(out, segment), "utf8").trimEnd().split("\n");
  const last = rows.at(-1) ?? "";
  writeFileSync(join(out, segment), `${rows.slice(0, -1).join("\n")}\n`);
  appendFileSync(join(out, segment), last.slice(0, -20));
  const { exitCode, stdout, stderr } = await runCli(["fleet", "report", "--from", out, "--json"]);
  expect(exitCode).toBe(0);
  expect(stderr).toContain("its last line was never finished");
  expect((JSON.parse(stdout) as { servers: number }).servers).toBe(whole.length - 1);
  await runToEnd(out);
  expect(codesOf(out)).toEqual(whole);
});

test(
  "a server that could not be judged is tried again when that is asked for, and otherwise not",
  { timeout: 180_000 },
  async () => {
    const out = join(folder, "again");
    await runToEnd(out);
    const { stderr } = await runToEnd(out, "--again");
    expect(stderr).toContain("2 servers judged, 5 had a result");
    expect(existsSync(join(out, "packages"))).toBe(false);
  },
);

test(
  "what cannot be meant is no result of a server: it is told with its remedy, and judged once it is mended",
  { timeout: 180_000 },
  async () => {
    const own = join(folder, "own");
    mkdirSync(own);
    const line = {
      id: "mine",
      command: [process.execPath, bin, "serve", "mock", "echo", "--transport", "stdio"],
      hints: "hints.json",
    };
    writeFileSync(join(own, "list.jsonl"), JSON.stringify(line));
    const argv = ["fleet", "run", join(own, "list.jsonl"), "--out", join(own, "out"), ...small];
    const first = await runCli(argv);
    expect(first.exitCode).toBe(2);
    expect(first.stderr).toContain(`mine: --hints: cannot read ${join(own, "hints.json")}`);
    expect(runsOf(join(own, "out"))).toBe(0);
    writeFileSync(join(own, "hints.json"), JSON.stringify({ schemaVersion: 1, roles: {} }));
    const mended = await runCli(argv);
    expect(mended.exitCode).toBe(0);
    expect(codesOf(join(own, "out"))).toEqual([0]);
  },
);
