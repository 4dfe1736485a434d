import { availableParallelism, loadavg } from "node:os";
import { anySignal } from "../../base/time/any-signal.ts";

/** However busy the machine is, a limit is not stretched further. */
const mostStretch = 5;

/** How often in its course it is looked how busy the machine is. */
const looks = 40;

/** How many threads want to run for every processor, on average in the last minute; 0 where the system does not say (Windows). */
export const crowding = (): number => (loadavg()[0] ?? 0) / availableParallelism();

/** How many times as long something is waited for on this machine, as busy as it is now, as on one that is not: from 1 to 3. */
export const busyFactor = (crowded = crowding()): number => Math.min(3, Math.max(1, crowded));

/**
 * As `timeLimit`, but `ms` are those of a machine with little else to do: while more wants to run than there are processors, time
 * counts the less, so that a run sees as much of its subject as on a quiet one. It takes five times as long at most.
 */
export function stretchedLimit(ms: number, crowded: () => number, ...stops: readonly AbortSignal[]): AbortSignal {
  const late = new AbortController();
  const step = ms / looks;
  let left: number = looks;
  const timer = setInterval(() => {
    left -= 1 / Math.min(mostStretch, Math.max(1, crowded()));
    if (left <= 0) late.abort(new DOMException(`not done within ${ms} ms`, "TimeoutError"));
  }, step);
  timer.unref();
  const limit = anySignal(...stops, late.signal);
  limit.addEventListener("abort", () => clearInterval(timer), { once: true });
  return limit;
}
