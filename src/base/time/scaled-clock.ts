import type { Clock } from "./clock.ts";

/** A clock that runs so many times as fast as another: a limit of 30 s holds after 3 s at a factor of 10. */
export function scaledClock(clock: Clock, factor: number): Clock {
  return {
    now: () => clock.now() * factor,
    setTimeout: (ms, fn) => clock.setTimeout(ms / factor, fn),
  };
}
