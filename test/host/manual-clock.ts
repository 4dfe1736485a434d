import type { Clock } from "../../src/base/time/clock.ts";

/** A clock that stands still until it is moved. */
export type ManualClock = Clock & {
  /** Moves on, timer by timer, and lets everything that follows from each happen. */
  readonly advance: (ms: number) => Promise<void>;
  /** Timers that wait. */
  readonly pending: () => number;
};

/** A clock at 0. */
export function manualClock(): ManualClock {
  const timers = new Map<object, { readonly at: number; readonly fn: () => void }>();
  let now = 0;
  return {
    now: () => now,
    setTimeout(ms, fn) {
      const key = {};
      timers.set(key, { at: now + ms, fn });
      return () => void timers.delete(key);
    },
    pending: () => timers.size,
    async advance(ms) {
      const end = now + ms;
      await settled();
      for (;;) {
        const [next] = [...timers].filter(([, { at }]) => at <= end).toSorted(([, a], [, b]) => a.at - b.at);
        if (next === undefined) break;
        timers.delete(next[0]);
        now = next[1].at;
        next[1].fn();
        await settled();
      }
      now = end;
      await settled();
    },
  };
}

/** Everything that can happen without time passing has happened. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** Lets things happen until something is the case; what never comes to be is an error, not an endless test. */
export async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 10_000; turn += 1) {
    if (condition()) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  throw new Error("what the test waits for did not happen");
}
