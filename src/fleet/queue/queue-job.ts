import * as z from "zod";
import { fleetServer } from "../fleet-server.ts";

/** A server that waits to be judged, as it lies in the queue. */
export const queueJob = z.strictObject({
  entry: z.union([fleetServer, z.strictObject({ id: z.string(), version: z.string(), why: z.string() })]),
  /** What `run server` is told of all servers that were pushed with it, as `--spec 2025-11-25`. */
  words: z.array(z.string()),
  /** How long judging it may take where its line says nothing else, in ms. */
  budgetMs: z.int().positive(),
  /** It is judged once more if it could not be judged before. */
  again: z.boolean().optional(),
});

export type QueueJob = z.infer<typeof queueJob>;

/** What a job leaves behind in the queue when it is done. */
export type QueueDone = { readonly exitCode: number };

/**
 * The queue of those who judge alike: jobs are taken only by workers with the same version of mcpcheck and the same suites, so that two
 * versions at once get in nobody's way.
 */
export const queueName = (mcpcheck: string, suites: string): string => `${mcpcheck}-${suites}`;

/** The id of a job: what its result is kept by. BullMQ reads ids that are numbers as its own. */
export const jobIdOf = (key: string): string => `key-${key}`;

/** The set in which all queues of ours are named. */
export const queuesKey = (prefix: string): string => `${prefix}:queues`;
