import type { Clock } from "../base/time/clock.ts";

/** What waiting for one answer goes by; times in ms. */
export type Waiting = {
  readonly clock: Clock;
  /** How long the answer may take. */
  readonly limitMs: number;
  /** How much longer it may take when that time is over. */
  readonly owedMs: () => number;
  /** How long something may stay half said, and how long after its last byte what there is of it has stayed so. */
  readonly unfinishedMs: number;
  readonly unfinishedFor: () => number | undefined;
  readonly onLate: () => void;
};

/**
 * Calls `onLate` once an answer is late, unless the function that is handed back was called before. A peer that may take longer than
 * `unfinishedMs`, since it is only starting, does not get all that time once it speaks: what it began and did not go on with for so
 * long, such as a line without its end, is not going to be an answer.
 */
export function awaitAnswer({ clock, limitMs, owedMs, unfinishedMs, unfinishedFor, onLate }: Waiting): () => void {
  const began = clock.now();
  const look = (): void => {
    const halfSaid = unfinishedFor();
    const left = Math.max(began + limitMs - clock.now(), owedMs());
    if (left <= 0 || (halfSaid !== undefined && halfSaid >= unfinishedMs)) return onLate();
    stop = clock.setTimeout(Math.min(left, Math.max(1, unfinishedMs - (halfSaid ?? unfinishedMs / 2))), look);
  };
  let stop = clock.setTimeout(Math.min(limitMs, unfinishedMs), look);
  return () => stop();
}
