import { startTimes } from "../call.ts";
import type { Trace } from "../trace.ts";

/** No end of a process is waited for longer, in ms. */
export const longestEndMs = 10_000;

/**
 * How long a process may take to end, in ms, and still end promptly: twice the time it took to start, within two and ten seconds. What is
 * prompt depends on the machine and its load, and the start shows how fast they are.
 */
export const promptEndMs = (startMs: number): number => Math.min(longestEndMs, Math.max(2000, 2 * startMs));

/** How long a process of a trace took at most to its first message, in ms; 0 where none was started. */
export const slowestStartMs = (trace: Trace): number => Math.max(0, ...startTimes(trace).values());
