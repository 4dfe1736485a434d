/** On a busy machine a thread may be given little of a processor: it is waited for so many times as long at most. */
const longestWait = 6;

/**
 * What to do about a thread that has not answered after `waits` times `ms` milliseconds: it is too slow when this process was at work
 * for that long (`usedMs`, of a processor); when it was not, nothing is known of the thread, and at last it is left as starved.
 */
export function patience(waits: number, usedMs: number, ms: number): "wait" | "too-slow" | "starved" {
  if (usedMs >= ms) return "too-slow";
  return waits < longestWait ? "wait" : "starved";
}
