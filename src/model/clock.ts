/** Time as a value, so that a slow model need not be waited for in tests. */
export type ModelClock = {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Calls `fn` once after `ms` milliseconds, unless the returned function is called before. */
  readonly setTimeout: (ms: number, fn: () => void) => () => void;
};

/** Resolves after `ms` milliseconds of the clock, or at once when the signal is or becomes aborted. */
export function pause(clock: ModelClock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const finish = (): void => {
      cancel();
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const cancel = clock.setTimeout(ms, finish);
    signal.addEventListener("abort", finish, { once: true });
  });
}
