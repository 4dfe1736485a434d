import { closer, giveUp, partsOf } from "./context.ts";
import type { Context } from "./context.ts";
import type { Marker } from "./format.ts";
import { createMarkerTable } from "./marker-table.ts";
import type { MarkerTable } from "./marker-table.ts";
import { createTextScan } from "./text-scan.ts";
import { drive } from "./window.ts";
import type { Task } from "./window.ts";

/** Where reading goes on behind something unreadable: behind a closer, or in front of what begins something else. */
export function createRecovery(closers: readonly Marker[], others: readonly Marker[]): MarkerTable {
  const firsts = (markers: readonly Marker[]): string[] => markers.map((marker) => partsOf(marker)[0] ?? "");
  const lasts = closers.map((marker) => partsOf(marker).at(-1) ?? "");
  return createMarkerTable([
    ...lasts.map((text, index) => ({ text, kind: "call-close" as const, index })),
    ...firsts(others).map((text, index) => ({ text, kind: "call" as const, index })),
  ]);
}

/** Gives an unreadable call up, with everything up to its closer and an outer one right behind it. */
export function* recover(ctx: Context, table: MarkerTable, message: string, outer: readonly Marker[] = []): Task<void> {
  if (table.byFirst.size > 0) {
    const scan = createTextScan({
      window: ctx.w,
      table,
      output: () => undefined,
      guard: undefined,
      lines: undefined,
      fences: false,
    });
    yield* drive(ctx.w, scan.step);
    if (scan.found?.kind === "call-close") {
      ctx.w.pos += scan.found.text.length;
      if (outer.length > 0) yield* closer(ctx, outer);
    }
  }
  giveUp(ctx, "malformed", message);
}
