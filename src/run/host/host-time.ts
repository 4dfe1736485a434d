import { type Clock, systemClock } from "../../base/time/clock.ts";

/** The time of a host under test: the clock it and its mock servers go by, and how a case lets some of it pass. */
export type HostTime = {
  readonly clock: Clock;
  /** Lets so many milliseconds of the host's time pass, or stops when the signal is aborted. */
  readonly pass: (ms: number, stop: AbortSignal) => Promise<void>;
  /** The case is over: what is still waited for does not keep this process from ending. */
  readonly end: () => void;
};

type Timer = { readonly due: number; readonly ring: () => void; readonly arm: () => void; readonly stop: () => void };

/** Turns of the event loop in which nothing is awaited anew: then everything within this process has had its consequences. */
const quietTurns = 50;

/** Most turns that are waited for quiet. */
const mostTurns = 5000;

/**
 * Time that goes on by itself and can leap: what was to happen within a leap happens in its order, each thing only when all has
 * happened that follows from what was before. An hour costs nothing.
 */
export function leapingTime(real: Clock = systemClock): HostTime {
  const timers = new Set<Timer>();
  let ahead = 0;
  let stirred = 0;
  let isOver = false;
  const now = (): number => real.now() + ahead;

  function setTimeout(ms: number, fn: () => void): () => void {
    let disarm = (): void => undefined;
    const due = now() + ms;
    const stop = (): void => {
      stirred += 1;
      timers.delete(timer);
      disarm();
    };
    const ring = (): void => {
      if (!timers.has(timer)) return;
      stop();
      fn();
    };
    const arm = (): void => {
      disarm();
      if (!isOver) disarm = real.setTimeout(Math.max(0, due - now()), ring);
    };
    const timer: Timer = { due, ring, arm, stop };
    stirred += 1;
    timers.add(timer);
    arm();
    return stop;
  }

  async function quiet(): Promise<void> {
    let before = stirred;
    for (let turn = 0, still = 0; turn < mostTurns && still < quietTurns; turn += 1) {
      await new Promise(setImmediate);
      still = stirred === before ? still + 1 : 0;
      before = stirred;
    }
  }

  async function pass(ms: number, stop: AbortSignal): Promise<void> {
    await quiet();
    const until = now() + ms;
    while (!stop.aborted) {
      const [next] = [...timers].filter(({ due }) => due <= until).toSorted((a, b) => a.due - b.due);
      ahead += Math.max(0, (next?.due ?? until) - now());
      if (next === undefined) break;
      next.ring();
      await quiet();
    }
    for (const timer of timers) timer.arm();
  }

  function end(): void {
    isOver = true;
    for (const timer of timers) timer.stop();
  }

  return { clock: { now, setTimeout }, pass, end };
}
