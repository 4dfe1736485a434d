import { expect, test } from "vitest";
import type { Clock } from "../../../base/time/clock.ts";
import { type AttachLimits, waitForEnd } from "./wait-for-end.ts";

/** A clock on which time passes whenever somebody waits. */
function jumpingClock(): Clock {
  let now = 0;
  return {
    now: () => now,
    setTimeout(ms, run) {
      queueMicrotask(() => {
        now += ms;
        run();
      });
      return () => undefined;
    },
  };
}

const none: AttachLimits = { idleMs: undefined, connections: undefined };

/** Waits while something happens at these times, in ms, and clients are there until `leftAt`. */
async function waited(
  limits: AttachLimits,
  {
    happens = [],
    leftAt = 0,
    came = 0,
    full = Infinity,
    askedAt = Infinity,
  }: Partial<Record<"leftAt" | "came" | "full" | "askedAt", number>> & {
    readonly happens?: readonly number[];
  },
) {
  const clock = jumpingClock();
  const asked = new AbortController();
  const end = await waitForEnd(
    limits,
    {
      look: () => (clock.now() >= askedAt ? asked.abort() : undefined),
      lastAt: () => Math.max(0, ...happens.filter((at) => at <= clock.now())),
      came: () => came,
      present: () => (clock.now() < leftAt ? 1 : 0),
      isFull: () => clock.now() >= full,
    },
    clock,
    asked.signal,
  );
  return [end, clock.now()];
}

test("without a limit only the user ends it, or what is kept", async () => {
  expect(await waited(none, { askedAt: 5000 })).toEqual(["asked", 5000]);
  expect(await waited(none, { full: 7000 })).toEqual(["full", 7000]);
});

test("quiet is counted from what happened last, and from the beginning where nothing has", async () => {
  expect(await waited({ ...none, idleMs: 1000 }, {})).toEqual(["quiet", 1000]);
  expect(await waited({ ...none, idleMs: 1000 }, { happens: [200, 900, 1800, 4000] })).toEqual(["quiet", 2800]);
});

test("a number of clients ends it once they have gone, and nothing comes any more", async () => {
  const limits = { ...none, connections: 2 };
  expect(await waited(limits, { came: 2, leftAt: 3000, happens: [100, 2900] })).toEqual(["limit", 3900]);
  expect(await waited(limits, { came: 1, leftAt: 0, askedAt: 9000 })).toEqual(["asked", 9000]);
});
