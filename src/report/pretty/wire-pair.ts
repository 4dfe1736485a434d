import type { WireExcerpt } from "../../run/wire/wire-excerpt.ts";

/** The head of an HTTP response says little without what follows it. */
function withBody(event: WireExcerpt, wire: readonly WireExcerpt[]): readonly WireExcerpt[] {
  const next = wire[wire.indexOf(event) + 1];
  const isHead = event.direction === "received" && event.text.startsWith("HTTP ");
  return isHead && next?.direction === "received" && !next.text.startsWith("HTTP ") ? [event, next] : [event];
}

/**
 * The one exchange that shows a finding best: the first event the verdict rests on, and what it answers or is answered by. `left` is how
 * many of the events that were given are not among it.
 */
export function wirePair(wire: readonly WireExcerpt[]): { readonly shown: readonly WireExcerpt[]; readonly left: number } {
  if (wire.length <= 2) return { shown: wire, left: 0 };
  const evident = wire.findIndex(({ evidence }) => evidence);
  const at = evident === -1 ? 0 : evident;
  const one = wire[at];
  if (one === undefined) return { shown: [], left: 0 };
  const before = wire.slice(0, at).findLast(({ direction }) => direction === "sent");
  const after = wire.slice(at + 1).find(({ direction }) => direction === "received");
  const pair = one.direction === "received" ? [before, one] : [one, after];
  const shown = pair.filter((event) => event !== undefined).flatMap((event) => withBody(event, wire));
  return { shown, left: wire.length - shown.length };
}
