import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { sideBySide } from "../run/side-by-side.ts";
import type { ProcessGuard } from "../transport/process/process-guard.ts";
import type { FleetServer } from "./fleet-server.ts";
import { type Installed, installPackage } from "./install-package.ts";
import { judgeAside, type JudgeOptions } from "./judge-aside.ts";
import type { Unreachable } from "./read-fleet.ts";
import { type JudgedWith, resultKey } from "./result-key.ts";
import type { ResultRow, RunRow } from "./result-rows.ts";
import { openSegment, readResults, runsIn } from "./results-folder.ts";
import { type Attempt, rowOfFailure, rowsOfReport, type Took } from "./rows-of-report.ts";

/** What running a fleet takes. */
export type FleetRun = {
  readonly servers: readonly FleetServer[];
  /** Those that cannot be run here: they have results as well, which say why. */
  readonly unreachable: readonly Unreachable[];
  /** Whether servers are tried again that could not be judged. */
  readonly again: boolean;
  /** The folder of results; what it has already is not judged again. */
  readonly results: string;
  /** Where packages are installed, once for each version. */
  readonly packages: string;
  /** How many servers are judged at a time. */
  readonly workers: number;
  readonly judge: JudgeOptions;
  readonly judgedWith: JudgedWith;
  /** Ends what was started, when this process has to end at once. */
  readonly guard: ProcessGuard;
  /** The time of the day, for what results say of themselves. */
  readonly now: () => Date;
  /** Told of every result as it is written, and how many are still to come. */
  readonly onResult: (run: RunRow, left: number) => void;
  /** Told of a server that was asked for in a way that cannot be meant, such as a variable that is not set: that is no result of it. */
  readonly onMisuse: (server: string, message: string) => void;
};

/** What a fleet came to. */
export type FleetRan = { readonly judged: number; readonly cached: number; readonly left: number; readonly misused: number };

/**
 * Judges the servers of a fleet on this machine, so many at a time, each in a process of its own. Every result is written as soon as it is
 * there, so that whoever was interrupted, or killed, goes on where it was. Once `drain` is aborted no other server is begun, and those
 * under way are waited for.
 */
export async function runFleet(fleet: FleetRun, drain: AbortSignal): Promise<FleetRan> {
  const { judgedWith, now, results } = fleet;
  const known = existsSync(results) ? runsIn(readResults(results)) : new Map<string, RunRow>();
  const isOpen = (entry: Entry): boolean => {
    const before = known.get(resultKey(entry, judgedWith));
    return before === undefined || (fleet.again && before.exitCode > 1);
  };
  const all: Entry[] = [...fleet.servers, ...fleet.unreachable];
  const open = all.filter(isOpen);
  if (open.length === 0) return { judged: 0, cached: all.length, left: 0, misused: 0 };
  const segment = openSegment(results, `${now().toISOString().replaceAll(/[:.]/g, "-")}-${randomUUID().slice(0, 8)}`);
  const install = installedOnce(fleet);
  let judged = 0;
  let misused = 0;
  try {
    await sideBySide(open, fleet.workers, async (server) => {
      if (drain.aborted) return;
      const startedAt = now().toISOString();
      const one: Attempt = { ...judgedWith, attempt: randomUUID(), key: resultKey(server, judgedWith), server, startedAt };
      const rows = "why" in server ? [rowOfFailure(server.why, one, { ms: 0 })] : await attemptRows(fleet, server, one, install);
      const run = rows.find((row) => row.row === "run");
      if (run?.error?.kind === "usage") {
        misused += 1;
        return fleet.onMisuse(run.server, run.error.message);
      }
      segment.add(rows);
      judged += 1;
      if (run !== undefined) fleet.onResult(run, open.length - judged - misused);
    });
  } finally {
    segment.close();
  }
  return { judged, cached: all.length - open.length, left: open.length - judged - misused, misused };
}

type Entry = FleetServer | Unreachable;

async function attemptRows(
  { judge, guard }: FleetRun,
  server: FleetServer,
  attempt: Attempt,
  install: Installing,
): Promise<ResultRow[]> {
  const began = performance.now();
  const installed = server.package === undefined ? undefined : await install(server.package);
  const installMs = installed === undefined ? {} : { installMs: performance.now() - began };
  if (installed !== undefined && "failed" in installed) return [rowOfFailure(installed.failed, attempt, { ms: 0, ...installMs })];
  const beganJudging = performance.now();
  const aside = await judgeAside(server, installed?.command ?? server.command, judge, guard);
  const took: Took = { ms: performance.now() - beganJudging, ...installMs };
  return "failed" in aside ? [rowOfFailure(aside.failed, attempt, took)] : rowsOfReport(aside.report, attempt, took);
}

type Installing = (wanted: NonNullable<FleetServer["package"]>) => Promise<Installed>;

/** Two servers of one package have it installed one after the other, and the second finds it there. */
function installedOnce({ packages, guard }: FleetRun): Installing {
  const turns = new Map<string, Promise<unknown>>();
  return async (wanted) => {
    const { registry, name, version } = wanted;
    const key = `${registry} ${name} ${version}`;
    const turn = (turns.get(key) ?? Promise.resolve()).then(() => installPackage(wanted, packages, guard));
    turns.set(key, turn);
    return await turn;
  };
}
