import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { validateXML } from "xmllint-wasm";
import { afterAll, expect, test, vi } from "vitest";
import { nightly } from "../support/nightly.ts";
import { root } from "../support/run-cli.ts";
import { isGone } from "../transport/opened-stdio.ts";

vi.setConfig({ testTimeout: 900_000 });

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-interruption-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const schema = readFileSync(join(root, "test/report/junit.xsd"), "utf8");

const seed = 20261122;
/** The moments are spread over a run; a night has more of them. */
const runs = nightly ? 100 : 12;
const sideBySide = 4;

/** A sequence of numbers from 0 to 1 that a seed repeats (mulberry32). */
function sequence(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One interrupted run: how it ended, what it left on disk, and the processes that were started. */
type Interrupted = {
  readonly base: string;
  readonly signal: "SIGINT" | "SIGTERM";
  readonly code: number | null;
  readonly killedBy: string | null;
  readonly pids: readonly number[];
};

const subjects = [
  "leaves a child that holds its pipes",
  "ignores the end of its input and SIGTERM",
  "leaves a child in a session of its own",
  "none",
];

/** Starts a run, and interrupts it after its subject has been started and some time more; `again` ms later a second time. */
async function interrupted(index: number, signal: Interrupted["signal"], waitMs: number, again?: number): Promise<Interrupted> {
  const base = join(folder, String(index));
  const pidFile = `${base}.pids`;
  const program = join(root, "test/hostile/peers/stdio.mjs");
  const reports = ["json", "ndjson", "junit"].map((name) => `${name}=${base}.${name}`).join(",");
  const child = spawn(
    process.execPath,
    [
      join(root, "bin/mcpcheck.js"),
      "run",
      "server",
      "--spec",
      "2025-11-25",
      "--suite",
      "tools,process",
      "--reporter",
      reports,
      "--",
      process.execPath,
      program,
      subjects[index % subjects.length] ?? "none",
      "",
      pidFile,
    ],
    { stdio: ["ignore", "ignore", "ignore"], env: { ...process.env, TMPDIR: folder } },
  );
  const end = new Promise<[number | null, string | null]>((resolve) => child.once("exit", (...how) => resolve(how)));
  await started(pidFile, child);
  await pause(waitMs);
  child.kill(signal);
  if (again !== undefined) {
    await pause(again);
    child.kill(signal);
  }
  const [code, killedBy] = await end;
  const pids = existsSync(pidFile) ? readFileSync(pidFile, "utf8").trim().split("\n").map(Number) : [];
  return { base, signal, code, killedBy, pids };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves when the subject runs: before, there is nobody to leave behind. */
async function started(pidFile: string, child: ChildProcess): Promise<void> {
  while (!existsSync(pidFile) && child.exitCode === null) await pause(5);
}

async function expectGone(pids: readonly number[]): Promise<void> {
  await vi.waitFor(() => expect(pids.filter((pid) => !isGone(pid))).toEqual([]), { timeout: 60_000, interval: 20 });
}

/** What has to be on disk after a run that was interrupted once. */
async function expectReports({ base, code }: Interrupted): Promise<void> {
  const json = JSON.parse(readFileSync(`${base}.json`, "utf8")) as {
    readonly exitCode: number;
    readonly interrupted: string | null;
  };
  expect(json.exitCode).toBe(code);
  const events = readFileSync(`${base}.ndjson`, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly type: string; readonly exitCode?: number });
  expect(events[0]?.type).toBe("run.started");
  expect(events.at(-1)).toMatchObject({ type: "run.finished", exitCode: code });
  const xml = [{ fileName: "junit.xml", contents: readFileSync(`${base}.junit`, "utf8") }];
  const { valid, errors } = await validateXML({ xml, schema: [schema] });
  expect({ valid, errors }).toEqual({ valid: true, errors: [] });
}

/** Does the work for all numbers, some at a time. */
async function forAll(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: sideBySide }, worker));
}

test(`a run that is interrupted at any moment ends with 130 or 143, leaves nothing running and whole reports (seed ${seed})`, async () => {
  const next = sequence(seed);
  const plan = Array.from({ length: runs }, () => ({ ms: next() ** 2 * 1500, term: next() < 0.5 }));
  let inTime = 0;
  await forAll(runs, async (index) => {
    const { ms, term } = plan[index] ?? { ms: 0, term: false };
    const run = await interrupted(index, term ? "SIGTERM" : "SIGINT", ms);
    const told = `run ${index}: ${run.signal} after ${Math.round(ms)} ms`;
    expect({ told, killedBy: run.killedBy }).toEqual({ told, killedBy: null });
    // A run that had its verdict before the signal came ends as if there had been none.
    expect([term ? 143 : 130, 0, 1]).toContain(run.code);
    if (run.code === (term ? 143 : 130)) inTime += 1;
    await expectReports(run);
    await expectGone(run.pids);
  });
  expect(inTime).toBeGreaterThan(runs / 2);
  expect(readdirSync(folder).filter((name) => name.startsWith("mcpcheck-"))).toEqual([]);
});

test("a second signal ends it at once, and still nothing is left running", async () => {
  const next = sequence(seed + 1);
  const waits = Array.from({ length: 12 }, () => [next() * 800, next() * 200] as const);
  await forAll(waits.length, async (index) => {
    const [ms, again] = waits[index] ?? [0, 0];
    const run = await interrupted(runs + index, index % 2 === 0 ? "SIGINT" : "SIGTERM", ms, again);
    // A signal that comes when the process is just ending finds no handler any more; a shell tells it by the same number.
    const code = run.code ?? (run.killedBy === "SIGTERM" ? 143 : 130);
    expect([index % 2 === 0 ? 130 : 143, 0, 1]).toContain(code);
    await expectGone(run.pids);
    // A report is written whole or not at all.
    const written = ["json", "ndjson", "junit"].map((name) => `${run.base}.${name}`).filter((file) => existsSync(file));
    expect(written.filter((file) => readFileSync(file, "utf8") === "")).toEqual([]);
  });
  expect(readdirSync(folder).filter((name) => name.startsWith("mcpcheck-"))).toEqual([]);
});
