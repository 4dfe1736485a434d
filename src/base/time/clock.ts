/** Time as a value, so that tests need not wait. */
export type Clock = {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Calls `fn` once after `ms` milliseconds, unless the returned function is called before. */
  readonly setTimeout: (ms: number, fn: () => void) => () => void;
};

/**
 * The clock of the machine. A pending timer keeps the process alive, so whoever sets one cancels it. A timer that is due lets
 * the process read first what has arrived: a peer is not late because this process was busy.
 */
export const systemClock: Clock = {
  now: () => performance.now(),
  setTimeout(ms, fn) {
    let immediate: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => {
      // The first comes before anything is read when the timer ran late, the second after it.
      immediate = setImmediate(() => (immediate = setImmediate(fn)));
    }, ms);
    return () => {
      clearTimeout(timer);
      clearImmediate(immediate);
    };
  },
};
