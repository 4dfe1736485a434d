import type { WireExcerpt } from "../../run/wire/wire-excerpt.ts";

/** A wire event in a line of plain text: `received #12 {…}`, cut where it was cut, and how many more are alike. */
export function wireLine(wire: WireExcerpt): string {
  const alike = alikeNote(wire);
  return `${wire.direction} #${wire.seq} ${wire.text}${wire.cut ? " … cut" : ""}${alike === undefined ? "" : ` (${alike})`}`;
}

/** How many events of the evidence are not shown because they read like this one; undefined for none. */
export function alikeNote({ alike }: WireExcerpt): string | undefined {
  return alike === undefined ? undefined : `and ${alike} more alike`;
}
