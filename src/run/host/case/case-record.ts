import type { HostTrace, UnplacedHostEvent } from "../../../check/host/host-event.ts";

/** Milliseconds of the machine's monotonic clock, the same in every process of the machine. */
export const monotonicMs = (): number => Number(process.hrtime.bigint() / 1000n) / 1000;

/** Gathers the events of one case from everywhere; only the whole, sorted by time, is numbered. */
export type CaseRecord = {
  readonly note: (event: UnplacedHostEvent, at?: number) => void;
  readonly trace: () => HostTrace;
  /** Resolves when an event that fits is noted, one that was noted before does not count. */
  readonly next: (fits: (event: UnplacedHostEvent) => boolean) => Promise<void>;
  /** How many events that fit were noted so far. */
  readonly count: (fits: (event: UnplacedHostEvent) => boolean) => number;
};

/** A record without events; times count from now. */
export function createCaseRecord(): CaseRecord {
  const began = monotonicMs();
  const noted: { readonly at: number; readonly event: UnplacedHostEvent }[] = [];
  const waiting = new Set<(event: UnplacedHostEvent) => void>();
  return {
    note(event, at = monotonicMs()) {
      noted.push({ at: at - began, event });
      for (const look of waiting) look(event);
    },
    next: (fits) =>
      new Promise((resolve) => {
        const look = (event: UnplacedHostEvent): void => {
          if (!fits(event)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
      }),
    count: (fits) => noted.filter(({ event }) => fits(event)).length,
    trace: () =>
      noted
        .toSorted((a, b) => a.at - b.at)
        .map(({ at, event }, index) => ({ ...event, seq: index + 1, at: Math.round(at * 1000) / 1000 })),
  };
}
