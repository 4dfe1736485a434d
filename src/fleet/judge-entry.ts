import { randomUUID } from "node:crypto";
import type { ProcessGuard } from "../transport/process/process-guard.ts";
import type { FleetServer } from "./fleet-server.ts";
import { type Installed, installPackage } from "./install-package.ts";
import { judgeAside, type JudgeOptions } from "./judge-aside.ts";
import type { Unreachable } from "./read-fleet.ts";
import { type JudgedWith, resultKey } from "./result-key.ts";
import type { ResultRow, RunRow } from "./result-rows.ts";
import { type Attempt, rowOfFailure, rowsOfReport, type Took } from "./rows-of-report.ts";

/** A server of a fleet, or one that cannot be run here: that has a result as well, which says why. */
export type Entry = FleetServer | Unreachable;

/** What judging takes that is the same for all servers of a process. */
export type Judging = {
  /** Where packages are installed, once for each version. */
  readonly packages: string;
  /** Ends what was started, when this process has to end at once. */
  readonly guard: ProcessGuard;
  /** The time of the day, for what results say of themselves. */
  readonly now: () => Date;
};

/** What came of a server: the rows to keep, with its run among them; or what is wrong with how it was asked for, which is no result of it. */
export type Judged = { readonly run: RunRow; readonly rows: readonly ResultRow[] } | { readonly misuse: string };

/** Judges one server after the other, or several at a time: two of one package have it installed once. */
export type JudgeEntry = (entry: Entry, judge: JudgeOptions, judgedWith: JudgedWith) => Promise<Judged>;

/** Makes what judges the servers of a process, each in a process of its own. */
export function entryJudge({ packages, guard, now }: Judging): JudgeEntry {
  const install = installedOnce(packages, guard);
  return async (entry, judge, judgedWith) => {
    const startedAt = now().toISOString();
    const attempt = { ...judgedWith, attempt: randomUUID(), key: resultKey(entry, judgedWith), server: entry, startedAt };
    const rows =
      "why" in entry ? [rowOfFailure(entry.why, attempt, { ms: 0 })] : await attemptRows(entry, attempt, judge, install, guard);
    const run = rows.at(-1);
    if (run?.row !== "run") throw new Error("the last row of an attempt is its run");
    return run.error?.kind === "usage" ? { misuse: run.error.message } : { run, rows };
  };
}

async function attemptRows(
  server: FleetServer,
  attempt: Attempt,
  judge: JudgeOptions,
  install: Installing,
  guard: ProcessGuard,
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
function installedOnce(packages: string, guard: ProcessGuard): Installing {
  const turns = new Map<string, Promise<unknown>>();
  return async (wanted) => {
    const { registry, name, version } = wanted;
    const key = `${registry} ${name} ${version}`;
    const turn = (turns.get(key) ?? Promise.resolve()).then(() => installPackage(wanted, packages, guard));
    turns.set(key, turn);
    return await turn;
  };
}
