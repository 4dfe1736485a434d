import { groupBy } from "../base/group-by.ts";
import { memoized } from "../base/memoized.ts";
import { eventsOf, type Trace } from "./trace.ts";
import type { EventOf } from "./wire-event.ts";

/** The steps of each connection, in order. */
const stepsByConnection = memoized((trace: Trace) => groupBy(eventsOf(trace, "step"), ({ connection }) => connection));

/** The step an event belongs to: the last one that began on its connection before it. */
export function stepOf(trace: Trace, event: { readonly seq: number; readonly connection: number }): EventOf<"step"> | undefined {
  const steps = stepsByConnection(trace).get(event.connection) ?? [];
  // They are in order, and every check asks for every message: half of those that are left are passed over at once.
  let from = 0;
  let to = steps.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((steps[middle]?.seq ?? Infinity) < event.seq) from = middle + 1;
    else to = middle;
  }
  return steps[from - 1];
}
