import { setImmediate as othersFirst } from "node:timers/promises";
import type { Check } from "../../check/check.ts";
import { judgeEach } from "../../check/judge.ts";
import type { Trace } from "../../trace/trace.ts";
import { wireOf } from "../wire/wire-excerpt.ts";

/** A trace that is longer is not gone through twice. */
const mostEvents = 5000;

/** So many checks look at a trace before whoever else waits for the thread has a turn. */
const atOnce = 8;

/**
 * Judges the part of a trace that is there so far and keeps nothing of it: code that has run once is several times as fast, and
 * while a server takes its time there is nothing else to do. Ends soon after `isEnough` says so.
 */
export async function rehearse(trace: Trace, checks: readonly Check[], isEnough: () => boolean): Promise<void> {
  if (trace.events.length > mostEvents) return;
  let turns = 0;
  for (const finding of judgeEach(trace, checks, new Map())) {
    wireOf(trace, finding);
    turns += 1;
    if (turns % atOnce === 0) await othersFirst();
    if (isEnough()) return;
  }
}
