/** Time as a value, so that tests need not wait. */
export type Clock = {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Calls `fn` once after `ms` milliseconds, unless the returned function is called before. */
  readonly setTimeout: (ms: number, fn: () => void) => () => void;
};

/** The clock of the machine. A pending timer keeps the process alive, so whoever sets one cancels it. */
export const systemClock: Clock = {
  now: () => performance.now(),
  setTimeout(ms, fn) {
    const timer = setTimeout(fn, ms);
    return () => clearTimeout(timer);
  },
};
