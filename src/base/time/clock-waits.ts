import type { Clock } from "./clock.ts";

/** Waits `ms` milliseconds on a clock. */
export function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.setTimeout(ms, resolve));
}

/** Waits `ms` milliseconds on a clock, or until the signal says that nobody waits any more. */
export function pauseUnless(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const stop = (): void => {
      cancel();
      resolve();
    };
    const cancel = clock.setTimeout(ms, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    signal.addEventListener("abort", stop, { once: true });
  });
}

/**
 * Whether `promise` settles within `ms` milliseconds; it goes on unobserved when it does not. When this process was busy
 * as the time ran out, what has happened meanwhile still counts: nobody else is to be blamed for our delay.
 */
export function settlesWithin(clock: Clock, ms: number, promise: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.setTimeout(ms, () => void setImmediate(() => resolve(false)));
    const settled = (): void => {
      cancel();
      resolve(true);
    };
    promise.then(settled, settled);
  });
}

/** How often something that tells nobody when it changes is looked at, in ms. */
const interval = 10;

/** Looks again and again, for at most `ms` milliseconds, whether `done` has become true; hands back whether it has. */
export async function becomes(clock: Clock, ms: number, done: () => boolean): Promise<boolean> {
  const until = clock.now() + ms;
  while (!done()) {
    if (clock.now() >= until) return false;
    await pause(clock, interval);
  }
  return true;
}
