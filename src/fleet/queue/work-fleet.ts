import { existsSync } from "node:fs";
import type { Job } from "bullmq";
import { nameOf } from "../fleet-server.ts";
import type { JudgeOptions } from "../judge-aside.ts";
import type { JudgeEntry } from "../judge-entry.ts";
import { resultKey } from "../result-key.ts";
import type { RunRow } from "../result-rows.ts";
import { openSegment, type ReadSoFar, readResults, runsIn, type Segment, type Write } from "../results-folder.ts";
import type { OpenQueue } from "./open-queue.ts";
import { queueJob, type QueueDone, type QueueJob } from "./queue-job.ts";

/** What working takes. */
export type FleetWork = {
  readonly judgeEntry: JudgeEntry;
  /** The time of the day, for the names of segments. */
  readonly now: () => Date;
  /** The folder of results: of this worker alone, or shared by all. */
  readonly results: string;
  /** How many servers are judged at a time. */
  readonly concurrency: number;
  readonly judge: Omit<JudgeOptions, "budgetMs" | "words">;
  readonly mcpcheck: string;
  /** The digest of the suites and of what is chosen of them by some words. */
  readonly suitesOf: (words: readonly string[]) => string;
  /** How long a worker may be silent before others take over what it had, in ms. */
  readonly takeoverMs: number;
  /** Whether it ends once nothing waits and nobody works. */
  readonly untilEmpty: boolean;
  readonly write?: Write;
  readonly onResult: (run: RunRow) => void;
  readonly onMisuse: (server: string, message: string) => void;
  /** Told that the queue is out of reach, or of whatever else is odd there. */
  readonly onTrouble: (message: string) => void;
};

/** What a worker did: servers it judged, jobs whose results were there already, and such as were asked for in a way that cannot be meant. */
export type FleetWorked = { readonly judged: number; readonly cached: number; readonly misused: number };

/** How often it is looked whether the queue is empty, in ms. */
const lookMs = 500;

/** How often a server may be taken over from workers that fell silent, before it takes another push. */
const mostTakeovers = 20;

/**
 * Judges what waits in a queue until `drain` is aborted (what is under way is waited for) or, where that is asked for, until it is empty.
 * A result is on the disk before its job is done: whatever falls silent in between has its job delivered again, and a result that is
 * there is not made twice.
 * @throws McpcheckError `harness` where results cannot be kept: the jobs go back into the queue
 */
export async function workFleet(open: OpenQueue, work: FleetWork, drain: AbortSignal): Promise<FleetWorked> {
  const { results, judge, mcpcheck } = work;
  const known = new Map<string, RunRow>();
  const soFar: ReadSoFar = new Map();
  const learn = (): void => {
    if (!existsSync(results)) return;
    for (const [key, run] of runsIn(readResults(results, undefined, soFar))) known.set(key, run);
  };
  learn();
  const counts = { judged: 0, cached: 0, misused: 0 };
  const over = new AbortController();
  let segment: Segment | undefined;
  let fault: unknown;

  const processed = async (
    { attemptsStarted }: Job,
    { entry, words, budgetMs, again }: QueueJob,
  ): Promise<QueueDone | string> => {
    const judgedWith = { mcpcheck, suites: work.suitesOf(words) };
    const key = resultKey(entry, judgedWith);
    // Somebody else may have had it before, and have written its result.
    if (attemptsStarted > 1) learn();
    const before = known.get(key);
    if (before !== undefined && (again !== true || before.exitCode <= 1)) {
      counts.cached += 1;
      return { exitCode: before.exitCode };
    }
    const one = await work.judgeEntry(entry, { ...judge, words, budgetMs }, judgedWith);
    if ("misuse" in one) {
      counts.misused += 1;
      work.onMisuse(nameOf(entry), one.misuse);
      return one.misuse;
    }
    segment ??= openSegment(results, work.now(), work.write);
    segment.add(one.rows);
    known.set(key, one.run);
    counts.judged += 1;
    work.onResult(one.run);
    return { exitCode: one.run.exitCode };
  };

  const handled = async (job: Job): Promise<QueueDone> => {
    const parsed = queueJob.safeParse(job.data);
    if (!parsed.success) throw new open.UnrecoverableError("no job that this version of mcpcheck reads");
    let done: QueueDone | string;
    try {
      done = await processed(job, parsed.data);
    } catch (error) {
      // What cannot be kept is not worth judging: the job goes back, and this worker takes no other.
      fault ??= error;
      over.abort();
      throw error;
    }
    // No second attempt mends it; the next push tries it again.
    if (typeof done === "string") throw new open.UnrecoverableError(done);
    return done;
  };

  const worker = new open.Worker(open.queue.name, handled, {
    connection: open.client,
    prefix: open.prefix,
    concurrency: work.concurrency,
    lockDuration: work.takeoverMs,
    stalledInterval: work.takeoverMs,
    maxStalledCount: mostTakeovers,
  });
  worker.on("error", ({ message }) => work.onTrouble(message));
  try {
    await ended(open, work, AbortSignal.any([drain, over.signal]));
    await worker.close();
  } finally {
    segment?.close();
  }
  if (fault !== undefined) throw fault;
  return counts;
}

/** Resolves when the work is to be ended. */
async function ended({ queue }: OpenQueue, { untilEmpty }: FleetWork, signal: AbortSignal): Promise<void> {
  const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  while (!signal.aborted) {
    if (!untilEmpty) return await aborted;
    const counts = await Promise.race([aborted, queue.getJobCounts("wait", "active", "delayed", "prioritized")]);
    if (counts !== undefined && Object.values(counts).every((count) => count === 0)) return;
    await Promise.race([aborted, new Promise<void>((resolve) => void setTimeout(resolve, lookMs))]);
  }
}
