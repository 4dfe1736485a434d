import { startTimes } from "../call.ts";
import type { Trace } from "../trace.ts";

/**
 * No end of a process is waited for longer, in ms. A server that ends when what it asked others for has come or failed waits for five or
 * ten seconds as a rule, so it is neither.
 */
export const longestEndMs = 12_000;

/**
 * How long a process may take to end, in ms, and still end promptly: twice the time it took to start, within two and twelve seconds. What is
 * prompt depends on the machine and its load, and the start shows how fast they are.
 */
export const promptEndMs = (startMs: number): number => Math.min(longestEndMs, Math.max(2000, 2 * startMs));

/** How long a process of a trace took at most to its first message, in ms; 0 where none was started. */
export const slowestStartMs = (trace: Trace): number => Math.max(0, ...startTimes(trace).values());
