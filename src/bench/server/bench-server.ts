import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { type BenchRow, crowdOf, limitBeside, noiseOf } from "../bench-row.ts";
import { measureNode, type MeasuredProcess } from "../measured-process.ts";
import { median } from "../statistics.ts";
import { packageFile } from "../../base/files/package-file.ts";
import { lateMs, lateServer } from "./late-server.ts";

const bin = packageFile("bin/mcpcheck.js");

/** How often the quick figures are measured; their median counts. */
const repetitions = 5;

/** How long server-everything takes until it answers `initialize` on the machine the bar of a run was set for, in ms. */
const usualStartMs = 200;

/** The figures of judging a server over stdio: start, a full run on a real server, floods. `say` gets a line for each step. */
export async function benchServer(say: (line: string) => void): Promise<BenchRow[]> {
  return [...(await benchStart(say)), ...(await benchFullRun(say)), ...(await benchFloods(say))];
}

async function benchStart(say: (line: string) => void): Promise<BenchRow[]> {
  say("start of the command line …");
  const own = await repeat(async () => (await measureNode([bin, "--version"])).ms);
  const bare = await repeat(bareStart);
  return [{ name: "mcpcheck --version", value: own, unit: "ms", limit: 90, note: `bare node: ${bare.toFixed(0)} ms` }];
}

const bareStart = async (): Promise<number> => (await measureNode(["-e", "0"])).ms;

async function benchFullRun(say: (line: string) => void): Promise<BenchRow[]> {
  const server = everythingServer();
  if (server === undefined) return [];
  say("full run on server-everything over stdio …");
  const bares: number[] = [];
  const startUps: number[] = [];
  const pairs: number[] = [];
  const wholes: number[] = [];
  let considered = 0;
  for (let round = 0; round < repetitions; round += 1) {
    // The control stands beside what it controls: what slows one down slows the other down.
    bares.push(await bareStart());
    startUps.push(await timeToInitialize(server));
    pairs.push(Math.max(...(await Promise.all([timeToInitialize(server), timeToInitialize(server)]))));
    const { ms, stdout } = await fullRun([server, "stdio"]);
    wholes.push(ms);
    considered = (JSON.parse(stdout) as { findings: unknown[] }).findings.length;
  }
  say(`full run on the same, each answer ${lateMs} ms late …`);
  const late = await fullRun(["-e", lateServer, server, "stdio"]);
  const [bare, startUp, pair, whole] = [median(bares), median(startUps), median(pairs), median(wholes)];
  const noise = { ...crowdOf("its start-up", startUp, pair), ...noiseOf("its start-up", startUps) };
  return [
    {
      name: "server-everything, stdio, one revision: beyond the server's own start-up",
      value: (whole - startUp) / 1000,
      unit: "s",
      limit: limitBeside(1, startUp, usualStartMs),
      note: `the bar is 1 s where the server starts in ${usualStartMs / 1000} s, and on a slower machine as much more; ${(whole / 1000).toFixed(2)} s in all, ${(startUp / 1000).toFixed(2)} s until initialize is answered and ${(pair / 1000).toFixed(2)} s by two side by side, ${bare.toFixed(0)} ms for a bare node; the same run by itself took ${seconds(wholes)}`,
      ...noise,
    },
    {
      name: `the same, every answer ${lateMs} ms late: the whole run`,
      value: late.ms / 1000,
      unit: "s",
      limit: 10,
      ...noise,
    },
    { name: "checks considered in that run", value: considered, unit: "checks", limit: 120, bound: "least" },
  ];
}

const seconds = (ms: readonly number[]): string =>
  `${(Math.min(...ms) / 1000).toFixed(2)} to ${(Math.max(...ms) / 1000).toFixed(2)} s`;

async function fullRun(server: readonly string[]): Promise<MeasuredProcess> {
  return await measureNode([
    bin,
    "run",
    "server",
    "--spec",
    "2025-11-25",
    "--reporter",
    "json",
    "--",
    process.execPath,
    ...server,
  ]);
}

async function benchFloods(say: (line: string) => void): Promise<BenchRow[]> {
  const floods = {
    "1 GB without a newline":
      'const b=Buffer.alloc(1<<20,120);let n=0;(function w(){while(n<1024){n++;if(!process.stdout.write(b))return process.stdout.once("drain",w)}})()',
    "lines without end":
      'const b=Buffer.from("{\\"jsonrpc\\":\\"2.0\\",\\"method\\":\\"notifications/message\\"}\\n".repeat(9999));(function w(){while(process.stdout.write(b));process.stdout.once("drain",w)})()',
  };
  const rows: BenchRow[] = [];
  for (const [name, script] of Object.entries(floods)) {
    say(`a server that writes ${name} …`);
    const { ms, peakMb, code } = await measureNode([
      bin,
      "run",
      "server",
      "--reporter",
      "json",
      "--",
      process.execPath,
      "-e",
      script,
    ]);
    rows.push({
      name: `${name}: peak memory`,
      value: peakMb,
      unit: "MB",
      limit: 300,
      note: `exit code ${code} after ${(ms / 1000).toFixed(1)} s`,
    });
    rows.push({ name: `${name}: time`, value: ms / 1000, unit: "s", limit: 10 });
  }
  return rows;
}

async function repeat(measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let round = 0; round < repetitions; round += 1) values.push(await measure());
  return median(values);
}

/** The entry of the official demonstration server, where it is installed. */
function everythingServer(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/dist/index.js");
  } catch {
    return undefined;
  }
}

/** Milliseconds from the spawn of a server to its answer to `initialize`. */
async function timeToInitialize(server: string): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [server, "stdio"], { stdio: ["pipe", "pipe", "ignore"] });
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "0" } };
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const ms = performance.now() - began;
  child.kill("SIGKILL");
  return ms;
}
