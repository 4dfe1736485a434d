import type { ModelTrace, UnplacedModelEvent } from "../../check/model/model-event.ts";

/** Gathers the events of one family, in the order they happen. Times are milliseconds since the first. */
export type ModelRecord = {
  readonly note: (event: UnplacedModelEvent) => void;
  readonly trace: () => ModelTrace;
};

/** A record without events. */
export function createModelRecord(now: () => number): ModelRecord {
  const began = now();
  const events: (UnplacedModelEvent & { readonly seq: number; readonly at: number })[] = [];
  return {
    note: (event) => void events.push({ ...event, seq: events.length + 1, at: Math.round((now() - began) * 1000) / 1000 }),
    trace: () => events,
  };
}
