import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { version } from "../../src/cli/version.ts";
import { latestOf } from "../../src/fleet/latest-results.ts";
import { readResults } from "../../src/fleet/results-folder.ts";
import { redisProgram, startRedis, type TestRedis } from "../../test/fleet/redis.ts";
import { counted, type Said, simulated, type Simulated } from "./processes.ts";

/**
 * Judges a simulated fleet on this machine and over a queue, with faults and without, and some mock servers in earnest, and writes the
 * page. Options: `--servers` (10000), `--real`, how many mock servers are judged (24), and `--dry`, to print the page only.
 */
const root = fileURLToPath(new URL("../../", import.meta.url));
const file = "reports/published/fleet.md";
const { values } = parseArgs({
  options: {
    servers: { type: "string", default: "10000" },
    real: { type: "string", default: "24" },
    dry: { type: "boolean", default: false },
  },
});
const servers = Number(values.servers);
const workers = [1, 2, 4, 8, 16];
/** One worker alone would take long for all: a part of the fleet tells its rate as well. */
const few = Math.max(200, Math.ceil(servers / 10));
const folder = mkdtempSync(join(tmpdir(), "mcpcheck-fleet-bench-"));
const running = new Set<Simulated>();

type Figures = {
  readonly way: string;
  readonly servers: number;
  readonly workers: number;
  readonly wallMs: number;
  readonly judgeMs: number;
  readonly peakMb: number;
};

function started(told: Readonly<Record<string, unknown>>): Simulated {
  const one = simulated(told);
  running.add(one);
  void one.ended.then(() => running.delete(one));
  return one;
}

const whole = (said: Said | undefined): Said => {
  if (said === undefined) throw new Error("a process of the fleet was lost");
  return said;
};

function held(out: string, count: number): ReturnType<typeof counted> {
  const found = counted(out, count);
  if (found.lost + found.wrong > 0) throw new Error(`${out}: ${found.lost} results are lost, ${found.wrong} are wrong`);
  return found;
}

async function onThisMachine(count: number, side: number): Promise<Figures> {
  const out = join(folder, `pool-${side}`);
  mkdirSync(out);
  const said = whole(await started({ role: "pool", servers: count, workers: side, out }).ended);
  held(out, count);
  return { way: "local", servers: count, workers: side, wallMs: said.ms, judgeMs: said.judgeMs, peakMb: said.peakMb };
}

/** Two processes of workers, where there are two. */
async function overAQueue(redis: TestRedis, count: number, side: number): Promise<Figures> {
  const out = join(folder, `queue-${side}`);
  mkdirSync(out);
  const told = { servers: count, out, queue: redis.url };
  await started({ ...told, role: "push" }).ended;
  const processes = side === 1 ? [1] : [side / 2, side / 2];
  const said = (await Promise.all(processes.map((each) => started({ ...told, role: "work", workers: each }).ended))).map(whole);
  held(out, count);
  const sum = (of: (one: Said) => number): number => said.reduce((all, one) => all + of(one), 0);
  const wallMs = Math.max(...said.map(({ ms }) => ms));
  return {
    way: "queue",
    servers: count,
    workers: side,
    wallMs,
    judgeMs: sum(({ judgeMs }) => judgeMs),
    peakMb: Math.max(...said.map(({ peakMb }) => peakMb)),
  };
}

/** All that may happen to a queue and its workers, at once. Hands back how often each happened, and what was written twice. */
async function withFaults(redis: TestRedis): Promise<{ killed: number; full: number; silent: number; twice: number }> {
  const out = join(folder, "faults");
  mkdirSync(out);
  const told = { servers, out, queue: redis.url, workers: 8 };
  const faults = { killed: 0, full: 0, silent: 0 };
  await started({ ...told, role: "push" }).ended;
  const steady = started({ ...told, role: "work" });
  const silent = started({ ...told, role: "work" });
  await silent.goesOn();
  silent.child.kill("SIGSTOP");
  faults.silent += 1;
  // Who said nothing at its end did not come to it.
  if ((await started({ ...told, role: "work", room: 100 }).ended) === undefined) faults.full += 1;
  for (let round = 0; round < 5; round += 1) {
    const victim = started({ ...told, role: "work" });
    await victim.goesOn();
    victim.child.kill("SIGKILL");
    if ((await victim.ended) === undefined) faults.killed += 1;
  }
  await redis.stop();
  await redis.start();
  // What was pushed already is pushed once more: a delivery twice.
  await started({ ...told, role: "push" }).ended;
  silent.child.kill("SIGCONT");
  await Promise.all([steady.ended, silent.ended]);
  await started({ ...told, role: "work" }).ended;
  return { ...faults, twice: held(out, servers).twice };
}

/** Mock servers, judged in earnest: what the fleet adds to the runs' own time. */
function inEarnest(count: number, side: number): Figures {
  const out = join(folder, `real-${side}`);
  const bin = join(root, "bin/mcpcheck.js");
  const list = join(folder, "real.jsonl");
  const line = (index: number): string =>
    JSON.stringify({ id: `mock-${index}`, command: [process.execPath, bin, "serve", "mock", "echo", "--transport", "stdio"] });
  writeFileSync(list, Array.from({ length: count }, (_unused, index) => line(index)).join("\n"));
  const began = performance.now();
  const words = ["fleet", "run", list, "--out", out, "--workers", String(side), "--spec", "2025-11-25"];
  const { status } = spawnSync(process.execPath, [bin, ...words], { stdio: "ignore" });
  const wallMs = performance.now() - began;
  const runs = [...latestOf(readResults(out)).values()].map(({ run }) => run);
  if (status !== 0 || runs.length !== count) throw new Error(`fleet run ended with ${status} and ${runs.length} results`);
  return {
    way: "in earnest",
    servers: count,
    workers: side,
    wallMs,
    judgeMs: runs.reduce((sum, { ms }) => sum + ms, 0),
    peakMb: 0,
  };
}

const perSecond = ({ servers: count, wallMs }: Figures): number => (1000 * count) / wallMs;
/** What the fleet itself takes of a worker's time for each server, in ms. */
const overheadMs = ({ servers: count, workers: side, wallMs, judgeMs }: Figures): number => (wallMs * side - judgeMs) / count;

function row(one: Figures, alone: Figures): string {
  const cells = [
    one.way,
    one.servers,
    one.workers,
    `${(one.wallMs / 1000).toFixed(1)} s`,
    perSecond(one).toFixed(one.way === "in earnest" ? 2 : 0),
    `${(perSecond(one) / perSecond(alone)).toFixed(1)} ×`,
    `${overheadMs(one).toFixed(1)} ms`,
    one.peakMb === 0 ? "" : `${one.peakMb.toFixed(0)} MB`,
  ];
  return `| ${cells.join(" | ")} |`;
}

async function measured(redis: TestRedis): Promise<string> {
  const local: Figures[] = [];
  const queued: Figures[] = [];
  for (const side of workers) {
    const count = side === workers.at(-1) ? servers : few;
    process.stderr.write(`${count} simulated servers, ${side} at a time …\n`);
    local.push(await onThisMachine(count, side));
    // Of this fleet the queue knows nothing yet.
    await flushed(redis);
    queued.push(await overAQueue(redis, count, side));
  }
  process.stderr.write(`${servers} simulated servers, with faults …\n`);
  await flushed(redis);
  const beganFaults = performance.now();
  const faults = await withFaults(redis);
  const faultsS = (performance.now() - beganFaults) / 1000;
  process.stderr.write(`${values.real} mock servers in earnest …\n`);
  const earnest = [1, availableParallelism()].map((side) => inEarnest(Number(values.real), side));
  const [first] = earnest;
  const usualMs = first === undefined ? 0 : first.judgeMs / first.servers;
  const alone = [...local, ...queued].filter(({ workers: side }) => side === 1);
  const worst = Math.max(...alone.map(overheadMs));
  const table = (rows: readonly Figures[]): string[] => rows.map((one) => row(one, rows[0] ?? one));
  return [
    "# What many servers cost",
    "",
    `mcpcheck ${version()}, Node ${process.versions.node}, ${process.platform} ${process.arch}, ${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}. Made by \`npm run publish:fleet\` (after \`npm run build\`).`,
    "",
    "Simulated servers take 15 to 30 ms each, a hundredth of a real run, and no processor; of a hundred, five die, three hang and one floods. They go through `fleet run` in one process, and through `fleet push` and `fleet work` in two, over a Redis that writes every change to its disk. Each leaves 150 rows. Of every run it was counted afterwards that each server has its result, the right one, once.",
    "",
    "| way | servers | at a time | took | servers a second | against one at a time | the fleet's own share of a server | most memory of a process |",
    "|---|---:|---:|---:|---:|---:|---:|---:|",
    ...table(local),
    ...table(queued),
    ...table(earnest),
    "",
    `A run in earnest (a mock server, all suites of one revision) took ${(usualMs / 1000).toFixed(1)} s here: one at a time, the fleet's own share is at most ${((100 * worst) / usualMs).toFixed(1)} % of that.`,
    "",
    `## With faults`,
    "",
    `${servers} simulated servers over a queue, in ${faultsS.toFixed(0)} s: ${faults.killed} workers were killed (SIGKILL) in the middle of jobs, ${faults.silent} was stopped for longer than it may be silent and went on, ${faults.full} had a full disk, Redis was killed and started again, and the whole fleet was pushed twice. Lost: 0. Wrong: 0. Counted twice: 0 (${faults.twice} of the results were written twice, and count once).`,
    "",
  ].join("\n");
}

async function flushed(redis: TestRedis): Promise<void> {
  const { Redis } = await import("ioredis");
  const client = new Redis(redis.url);
  await client.flushall();
  client.disconnect();
}

if (redisProgram === undefined)
  throw new Error("publish:fleet needs redis-server or valkey-server: apt-get install redis-server");
const redis = await startRedis(join(folder, "redis"));
try {
  const page = await measured(redis);
  process.stdout.write(page);
  if (!values.dry) writeFileSync(join(root, file), page);
} finally {
  for (const { child } of running) child.kill("SIGKILL");
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
}
