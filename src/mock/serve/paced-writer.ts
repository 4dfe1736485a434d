import type { Clock } from "../../base/time/clock.ts";
import type { Pace } from "../script/rule.ts";

/** Writes in order, also what is to be written slowly. */
export type PacedWriter = {
  readonly write: (bytes: Uint8Array, pace?: Pace) => void;
  /** Does something once all that was written before is out: at once when nothing waits. */
  readonly after: (fn: () => void) => void;
};

/** A writer on top of `put`. What has no pace is put at once, unless something slow is still on its way. */
export function createPacedWriter(clock: Clock, put: (bytes: Uint8Array) => void): PacedWriter {
  const waiting: { readonly run: () => void; readonly after: number }[] = [];
  let busy = false;
  const next = () => {
    const job = waiting.shift();
    busy = job !== undefined;
    if (job === undefined) return;
    job.run();
    if (job.after > 0) clock.setTimeout(job.after, next);
    else next();
  };
  const add = (run: () => void, after = 0) => {
    waiting.push({ run, after });
    if (!busy) next();
  };
  return {
    write(bytes, pace) {
      if (pace === undefined) return add(() => put(bytes));
      for (let from = 0; from < bytes.length; from += pace.bytes)
        add(() => put(bytes.subarray(from, from + pace.bytes)), Math.max(pace.every, Number.MIN_VALUE));
    },
    after: (fn) => add(fn),
  };
}
