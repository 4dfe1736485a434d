import type { Clock } from "../../../base/time/clock.ts";
import { pauseUnless } from "../../../base/time/clock-waits.ts";

/** When waiting for clients is over, beside the user saying so. Times in ms. */
export type AttachLimits = {
  /** After so long without anything. */
  readonly idleMs: number | undefined;
  /** After so many clients have come and left. */
  readonly connections: number | undefined;
};

/** What is watched while clients may come. */
export type Watched = {
  /** Takes over what happened meanwhile. */
  readonly look: () => void;
  /** When something happened last, on the clock that is given along; the beginning where nothing has. */
  readonly lastAt: () => number;
  /** How many clients came to speak so far. */
  readonly came: () => number;
  /** How many are still there. */
  readonly present: () => number;
  /** Whether as much was recorded as is kept. */
  readonly isFull: () => boolean;
};

/** Why it is over. */
export type AttachEnd = "asked" | "quiet" | "limit" | "full";

/** How often it is looked whether it is over, in ms. */
const intervalMs = 100;

/** How long nothing may come of clients that have left before they count as gone: some come back on another connection. In ms. */
const goneMs = 1000;

/** Waits until it is over: the user says so (`asked`), or a limit is reached. */
export async function waitForEnd(
  { idleMs, connections }: AttachLimits,
  { look, lastAt, came, present, isFull }: Watched,
  clock: Clock,
  asked: AbortSignal,
): Promise<AttachEnd> {
  for (;;) {
    look();
    if (asked.aborted) return "asked";
    if (isFull()) return "full";
    const quietMs = clock.now() - lastAt();
    if (idleMs !== undefined && quietMs >= idleMs) return "quiet";
    if (connections !== undefined && present() === 0 && quietMs >= goneMs && came() >= connections) return "limit";
    await pauseUnless(clock, intervalMs, asked);
  }
}
