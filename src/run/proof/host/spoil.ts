import type { Bounds } from "../../../check/host/bounds.ts";
import { within } from "../../../check/host/bounds.ts";
import type { HostEvent, HostTrace } from "../../../check/host/host-event.ts";

/** A host with one deviation: what it does wrong, and what is seen of it. */
export type DeviantHost = { readonly does: string; readonly trace: HostTrace };

/** Gives, for the value of an expectation and the trace of a host that meets it, the traces of hosts that do not. */
export type Spoil<W = never> = (wanted: W, trace: HostTrace) => readonly DeviantHost[];

/** A spoil for values of the type that the expectation's schema has. */
export function spoil<W>(make: Spoil<W>): Spoil<W> {
  return make;
}

/** The trace with some events changed; `undefined` drops one. */
export function altered(trace: HostTrace, change: (event: HostEvent) => HostEvent | undefined): HostTrace {
  return trace.flatMap((event) => change(event) ?? []);
}

/** The trace with further events before its end. */
export function enlarged(trace: HostTrace, more: readonly HostEvent[]): HostTrace {
  const last = trace.findLastIndex(({ kind }) => kind === "host-end");
  const at = last === -1 ? trace.length : last;
  return [...trace.slice(0, at), ...more, ...trace.slice(at)].map((event, seq) => ({ ...event, seq }));
}

/**
 * A number of events that is out of bounds: none when that is too few, otherwise one more than are allowed. Both where both
 * can be wrong. `extra` makes an event where there is none to repeat.
 */
export function miscounted(
  trace: HostTrace,
  of: string,
  found: readonly HostEvent[],
  bounds: Bounds | undefined,
  extra: HostEvent | undefined,
): readonly DeviantHost[] {
  const dropped = new Set(found);
  const most = bounds === undefined ? undefined : typeof bounds === "number" ? bounds : bounds.max;
  const [repeated = extra] = found;
  return [
    ...(within(0, bounds) ? [] : [{ does: `leaves out ${of}`, trace: trace.filter((event) => !dropped.has(event)) }]),
    ...(most === undefined || repeated === undefined
      ? []
      : [
          {
            does: `repeats ${of}`,
            trace: enlarged(
              trace,
              Array.from({ length: most + 1 - found.length }, (): HostEvent => repeated),
            ),
          },
        ]),
  ];
}
