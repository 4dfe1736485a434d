import { existsSync } from "node:fs";
import { sideBySide } from "../run/side-by-side.ts";
import type { FleetServer } from "./fleet-server.ts";
import type { JudgeOptions } from "./judge-aside.ts";
import type { Entry, JudgeEntry } from "./judge-entry.ts";
import { nameOf } from "./fleet-server.ts";
import type { Unreachable } from "./read-fleet.ts";
import { type JudgedWith, resultKey } from "./result-key.ts";
import type { RunRow } from "./result-rows.ts";
import { openSegment, readResults, runsIn } from "./results-folder.ts";

/** What running a fleet takes. */
export type FleetRun = {
  readonly judgeEntry: JudgeEntry;
  /** The time of the day, for the names of segments. */
  readonly now: () => Date;
  readonly servers: readonly FleetServer[];
  /** Those that cannot be run here: they have results as well, which say why. */
  readonly unreachable: readonly Unreachable[];
  /** Whether servers are tried again that could not be judged. */
  readonly again: boolean;
  /** The folder of results; what it has already is not judged again. */
  readonly results: string;
  /** How many servers are judged at a time. */
  readonly workers: number;
  readonly judge: JudgeOptions;
  readonly judgedWith: JudgedWith;
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
  const segment = openSegment(results, now());
  let judged = 0;
  let misused = 0;
  let isFull = false;
  try {
    await sideBySide(open, fleet.workers, async (entry) => {
      if (drain.aborted || isFull) return;
      const one = await fleet.judgeEntry(entry, fleet.judge, judgedWith);
      if ("misuse" in one) {
        misused += 1;
        return fleet.onMisuse(nameOf(entry), one.misuse);
      }
      try {
        segment.add(one.rows);
      } catch (error) {
        isFull = true; // what cannot be kept is not worth judging
        throw error;
      }
      judged += 1;
      fleet.onResult(one.run, open.length - judged - misused);
    });
  } finally {
    segment.close();
  }
  return { judged, cached: all.length - open.length, left: open.length - judged - misused, misused };
}
