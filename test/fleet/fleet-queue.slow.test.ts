import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { latestOf } from "../../src/fleet/latest-results.ts";
import { entryJudge } from "../../src/fleet/judge-entry.ts";
import { type OpenQueue, openQueue } from "../../src/fleet/queue/open-queue.ts";
import { pushFleet } from "../../src/fleet/queue/push-fleet.ts";
import { type FleetWork, workFleet } from "../../src/fleet/queue/work-fleet.ts";
import { readResults } from "../../src/fleet/results-folder.ts";
import { createProcessGuard } from "../../src/transport/process/process-guard.ts";
import { root, runCli } from "../support/run-cli.ts";
import { redisProgram, startRedis, type TestRedis, withoutRedis } from "./redis.ts";

const bin = join(root, "bin/mcpcheck.js");
const count = 4;
const servers = Array.from({ length: count }, (_unused, index) => ({
  id: `mock-${index}`,
  command: [process.execPath, bin, "serve", "mock", "echo", "--transport", "stdio"],
}));
/** Little, for what is shown here is of the queue. */
const small = ["--check", "lifecycle.ping", "--spec", "2025-11-25"];
/** Workers are taken for silent after so long only where one is. */
const soon = ["--takeover", "2000"];
const whole = servers.map(({ id }) => [id, 0]);

let folder: string;
let redis: TestRedis;
let out: string;
let scratch: string;
const running = new Set<ChildProcess>();

describe.skipIf(redisProgram === undefined)(`a fleet in a queue${withoutRedis}`, { timeout: 300_000 }, () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "mcpcheck-queue-"));
    writeFileSync(join(folder, "list.jsonl"), servers.map((line) => JSON.stringify(line)).join("\n"));
  });
  beforeEach(async ({ task }) => {
    const own = join(folder, task.id.replaceAll(/\W/g, "-"));
    redis = await startRedis(join(own, "redis"));
    out = join(own, "out");
    scratch = join(own, "scratch");
    mkdirSync(scratch);
  });
  afterEach(async () => {
    for (const child of running) child.kill("SIGKILL");
    running.clear();
    await redis.stop();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("a worker that is killed in the middle has its servers judged by another, and leaves nothing behind", async () => {
    await push();
    const first = work("--concurrency", "2", ...soon);
    await first.says("passed");
    first.child.kill("SIGKILL");
    await first.ended;
    const { stderr, exitCode } = await work("--until-empty", ...soon).ended;
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining("judged")]);
    expect(outcomes()).toEqual(whole);
    await nothingLeft();
    expect((await pushed()).stderr).toContain(`0 servers pushed, 0 wait already or are under way, ${count} had a result`);
  });

  test("a worker that was silent for too long and goes on has written a result twice at most, and it counts once", async () => {
    await push();
    const silent = work("--concurrency", "1", ...soon);
    await silent.says("passed");
    silent.child.kill("SIGSTOP");
    await work("--until-empty", ...soon).ended;
    expect(outcomes()).toEqual(whole);
    silent.child.kill("SIGCONT");
    silent.child.kill("SIGTERM");
    await silent.ended;
    expect(outcomes()).toEqual(whole);
    const { stdout } = await runCli(["fleet", "report", "--from", out, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ servers: count, conform: count });
  });

  test("a queue that goes away is waited for, and nothing is lost when it is back", async () => {
    await push();
    const worker = work("--until-empty", "--concurrency", "1");
    await worker.says("passed");
    await redis.stop();
    await worker.says("the queue: ");
    await redis.start();
    expect((await worker.ended).exitCode).toBe(0);
    expect(outcomes()).toEqual(whole);
  });

  test("told to end it takes no other server and keeps those under way; told twice it ends at once, and others go on", async () => {
    await push();
    const impatient = work("--concurrency", "1", ...soon);
    await impatient.begins();
    impatient.child.kill("SIGINT");
    await impatient.says("no other server is begun");
    impatient.child.kill("SIGINT");
    expect((await impatient.ended).exitCode).toBe(130);
    const drained = work("--concurrency", "1", ...soon);
    await drained.says("passed");
    drained.child.kill("SIGTERM");
    const { exitCode, stderr } = await drained.ended;
    expect([exitCode, stderr]).toEqual([143, expect.stringContaining("no other server is begun")]);
    expect(stderr).toContain(`${outcomes().length} server`);
    await work("--until-empty", ...soon).ended;
    expect(outcomes()).toEqual(whole);
    await nothingLeft();
  });

  test("two versions at once: each judges what was pushed for it, and of a server the latest counts", async () => {
    await push();
    const next = await openQueue(redis.url, "9.9.9-suites", () => undefined);
    await pushTo(next, "9.9.9");
    const { stderr } = await work("--until-empty").ended;
    expect(stderr).toContain(`${count} servers wait for workers with another version or other suites (9.9.9-suites)`);
    expect(await workWith(next, { mcpcheck: "9.9.9" })).toEqual({ judged: count, cached: 0, misused: 0 });
    await next.close();
    const runs = [...readResults(out)].filter(({ row }) => row === "run");
    expect(runs).toHaveLength(2 * count);
    expect(outcomes()).toEqual(whole);
  });

  test("a full disk ends a worker with what to do about it, and what it had goes back into the queue", async () => {
    const open = await openQueue(redis.url, "1.0.0-suites", () => undefined);
    await pushTo(open, "1.0.0");
    let room = 1;
    const write = (descriptor: number, text: string): void => {
      room -= 1;
      if (room >= 0) return void writeSync(descriptor, text);
      writeSync(descriptor, text.slice(0, 100));
      throw new Error("ENOSPC: no space left on device, write");
    };
    await expect(workWith(open, { write })).rejects.toThrow(/ENOSPC.*make room there and run again/);
    expect(outcomes()).toHaveLength(1);
    expect(await workWith(open, {})).toMatchObject({ judged: count - 1, misused: 0 });
    await open.close();
    expect(outcomes()).toEqual(whole);
  });

  test("what cannot be meant is told and kept for the next push; what could not be judged is tried again when that is asked for", async () => {
    const list = join(out, "..", "odd.jsonl");
    const odd = [
      { id: "hints", command: servers[0]?.command, hints: "hints.json" },
      { id: "dead", command: [process.execPath, "-e", ""] },
    ];
    writeFileSync(list, odd.map((line) => JSON.stringify(line)).join("\n"));
    const pushOdd = async (...more: readonly string[]) =>
      await runCli(["fleet", "push", list, "--queue", redis.url, ...small, ...more]);
    await pushOdd();
    const first = await work("--until-empty").ended;
    expect(first.exitCode).toBe(2);
    expect(first.stderr).toContain("hints: --hints: cannot read");
    expect(outcomes()).toEqual([["dead", 3]]);
    writeFileSync(join(out, "..", "hints.json"), JSON.stringify({ schemaVersion: 1, roles: {} }));
    expect((await pushOdd("--again")).stderr).toContain("2 servers pushed, 0 wait already or are under way, 0 had a result");
    const { exitCode, stderr } = await work("--until-empty").ended;
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining("2 servers judged")]);
    expect(outcomes()).toEqual([
      ["dead", 3],
      ["hints", 0],
    ]);
  });
});

const pushed = async () => await runCli(["fleet", "push", join(folder, "list.jsonl"), "--queue", redis.url, ...small]);

async function push(): Promise<void> {
  expect((await pushed()).stderr).toContain(`${count} servers pushed`);
}

/** A worker, and the waits for what it says. */
function work(...more: readonly string[]) {
  let stderr = "";
  const child = spawn(process.execPath, [bin, "fleet", "work", "--out", out, ...more], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, TMPDIR: scratch, MCPCHECK_QUEUE: redis.url },
  });
  running.add(child);
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
  const ended = once(child, "close").then(([exitCode]) => ({ exitCode: exitCode as number | null, stderr }));
  return {
    child,
    ended,
    says: async (words: string): Promise<void> => {
      const over = ended.then(() => "over" as const);
      while (!stderr.includes(words))
        if ((await Promise.race([over, once(child.stderr, "data")])) === "over" && !stderr.includes(words))
          throw new Error(`it ended without "${words}": ${stderr}`);
    },
    /** Resolves when a server is being judged: its scratch directory is there. */
    begins: async (): Promise<void> =>
      await vi.waitFor(() => expect(readdirSync(scratch)).not.toEqual([]), { timeout: 120_000, interval: 20 }),
  };
}

async function pushTo(open: OpenQueue, mcpcheck: string): Promise<void> {
  const words = [...small];
  await pushFleet(open, { entries: servers, judgedWith: { mcpcheck, suites: "s" }, words, budgetMs: 120_000, again: false });
}

async function workWith(open: OpenQueue, more: Partial<FleetWork>) {
  const wanted: FleetWork = {
    judgeEntry: entryJudge({ packages: join(out, "packages"), guard: createProcessGuard(), now: () => new Date() }),
    results: out,
    concurrency: 1,
    takeoverMs: 60_000,
    untilEmpty: true,
    judge: { sandbox: false, cwd: root },
    mcpcheck: "1.0.0",
    suitesOf: () => "s",
    now: () => new Date(),
    onResult: () => undefined,
    onMisuse: () => undefined,
    onTrouble: () => undefined,
    ...more,
  };
  return await workFleet(open, wanted, new AbortController().signal);
}

/** How judging each server ended, by their names. */
function outcomes(): [string, number][] {
  if (!existsSync(out)) return [];
  return [...latestOf(readResults(out))]
    .map(([server, { run }]): [string, number] => [server, run.exitCode])
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** No directory for a server is left, and no process that was given one. */
async function nothingLeft(): Promise<void> {
  await vi.waitFor(
    () => {
      expect(processesIn(scratch)).toEqual([]);
      expect(readdirSync(scratch)).toEqual([]);
    },
    { timeout: 120_000, interval: 100 },
  );
}

function processesIn(place: string): string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, "utf8").includes(place);
    } catch {
      return false; // it ended meanwhile, or is somebody else's
    }
  });
}
