import { systemClock } from "../../base/time/clock.ts";
import { scaledClock } from "../../base/time/scaled-clock.ts";
import type { HostTime } from "./host-time.ts";

/** Real time, `factor` times as fast: that of a host in a process of its own. With a factor of 1 letting time pass is waiting. */
export function scaledTime(factor: number): HostTime {
  const clock = scaledClock(systemClock, factor);
  return {
    clock,
    end: () => undefined,
    pass: (ms, stop) =>
      new Promise((resolve) => {
        if (stop.aborted) return resolve();
        const done = (): void => {
          cancel();
          stop.removeEventListener("abort", done);
          resolve();
        };
        const cancel = clock.setTimeout(ms, done);
        stop.addEventListener("abort", done, { once: true });
      }),
  };
}
