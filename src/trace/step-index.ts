import { eventsOf, type Trace } from "./trace.ts";
import type { EventOf } from "./wire-event.ts";

const cache = new WeakMap<Trace, ReadonlyMap<number, readonly EventOf<"step">[]>>();

/** The steps of each connection, in order. */
function stepsByConnection(trace: Trace): ReadonlyMap<number, readonly EventOf<"step">[]> {
  let found = cache.get(trace);
  if (found === undefined) {
    const groups = new Map<number, EventOf<"step">[]>();
    for (const step of eventsOf(trace, "step")) {
      const group = groups.get(step.connection);
      if (group === undefined) groups.set(step.connection, [step]);
      else group.push(step);
    }
    found = groups;
    cache.set(trace, found);
  }
  return found;
}

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
