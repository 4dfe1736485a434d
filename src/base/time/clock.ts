/** Time as a value, so that tests need not wait. */
export type Clock = {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Calls `fn` once after `ms` milliseconds, unless the returned function is called before. */
  readonly setTimeout: (ms: number, fn: () => void) => () => void;
};

/** Browsers have no word for the next turn of the event loop; there a timer stands for it. */
const hasTurns = typeof setImmediate === "function";

/** Resolves in the next turn of the event loop: everybody else has had theirs. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void (hasTurns ? setImmediate(resolve) : setTimeout(resolve, 0)));
}

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
      if (hasTurns) immediate = setImmediate(() => (immediate = setImmediate(fn)));
      else fn();
    }, ms);
    return () => {
      clearTimeout(timer);
      if (immediate !== undefined) clearImmediate(immediate);
    };
  },
};
