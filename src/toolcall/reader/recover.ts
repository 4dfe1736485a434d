import { closer, giveUp, partsOf } from "./context.ts";
import type { Context } from "./context.ts";
import type { Marker } from "../format.ts";
import { createMarkerTable } from "./marker-table.ts";
import type { MarkerTable } from "./marker-table.ts";
import { createTextScan } from "./text-scan.ts";
import { drive } from "../window/window.ts";
import type { Task } from "../window/window.ts";

/** Where reading goes on after something unreadable: after a closer, or in front of what begins something else. */
export interface Recovery {
  readonly closers: readonly Marker[];
  readonly others: readonly Marker[];
}

function tableOf({ closers, others }: Recovery, turnEnd: readonly string[]): MarkerTable {
  return createMarkerTable([
    ...closers.map((marker, index) => ({ text: partsOf(marker).at(-1) ?? "", kind: "call-close" as const, index })),
    ...others.map((marker, index) => ({ text: partsOf(marker)[0] ?? "", kind: "call" as const, index })),
    ...turnEnd.map((text, index) => ({ text, kind: "turn-end" as const, index })),
  ]);
}

/**
 * Gives an unreadable call up, with everything up to its closer and an outer one right after it. In formats without a
 * closer it ends where it stopped being readable.
 */
export function* recover(ctx: Context, recovery: Recovery, message: string, outer: readonly Marker[] = []): Task<void> {
  if (recovery.closers.length + recovery.others.length > 0) {
    const scan = createTextScan({
      window: ctx.w,
      table: tableOf(recovery, ctx.format.turnEnd),
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
