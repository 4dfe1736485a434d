import type { Entry } from "../judge-entry.ts";
import { type JudgedWith, resultKey } from "../result-key.ts";
import type { OpenQueue } from "./open-queue.ts";
import { jobIdOf, queuesKey, type QueueDone, type QueueJob } from "./queue-job.ts";

/** What is pushed, and how it is to be judged. */
export type FleetPush = Pick<QueueJob, "words" | "budgetMs"> & {
  readonly entries: readonly Entry[];
  readonly judgedWith: JudgedWith;
  /** Whether servers are pushed again that could not be judged. */
  readonly again: boolean;
};

/** How many servers were pushed, how many wait there already or are under way, and how many have a result. */
export type FleetPushed = { readonly pushed: number; readonly waiting: number; readonly cached: number };

/** How many jobs go over the wire at a time. */
const batch = 500;

/** So often a worker that cannot keep a result gives its job back, waiting longer each time, in ms. */
const attempts = { attempts: 10, backoff: { type: "exponential", delay: 1000 } };

/** How long the queue knows that a server has its result, in seconds. */
const rememberS = 14 * 24 * 3600;

/** Puts the servers of a fleet into a queue. Who is there already, or has a result, is not pushed twice; what went wrong is tried again. */
export async function pushFleet({ queue, client, prefix }: OpenQueue, fleet: FleetPush): Promise<FleetPushed> {
  const { entries, judgedWith, words, budgetMs, again } = fleet;
  const counts = { pushed: 0, waiting: 0, cached: 0 };
  await client.sadd(queuesKey(prefix), queue.name);
  const one = async (entry: Entry): Promise<void> => {
    const jobId = jobIdOf(resultKey(entry, judgedWith));
    const before = await queue.getJob(jobId);
    const state = (await before?.getState()) ?? "unknown";
    const isUnjudged = ((before?.returnvalue as QueueDone | null | undefined)?.exitCode ?? 0) > 1;
    if (state === "failed" || (state === "completed" && again && isUnjudged)) await before?.remove();
    else if (state !== "unknown") {
      counts[state === "completed" ? "cached" : "waiting"] += 1;
      return;
    }
    const job: QueueJob = { entry, words: [...words], budgetMs, ...(again ? { again } : {}) };
    await queue.add("judge", job, { jobId, ...attempts, removeOnComplete: { age: rememberS } });
    counts.pushed += 1;
  };
  for (let from = 0; from < entries.length; from += batch) await Promise.all(entries.slice(from, from + batch).map(one));
  return counts;
}
