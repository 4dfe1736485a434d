import { describe, expect, it } from "vitest";
import { becomes, settlesWithin } from "./clock-waits.ts";
import type { Clock } from "./clock.ts";

/** A clock on which time passes whenever somebody waits. */
function jumpingClock(): Clock {
  let now = 0;
  return {
    now: () => now,
    setTimeout(ms, run) {
      let off = false;
      queueMicrotask(() => {
        now += ms;
        if (!off) run();
      });
      return () => void (off = true);
    },
  };
}

describe("settlesWithin", () => {
  it("tells what settles, either way, from what does not", async () => {
    const never = new Promise<void>(() => {});
    expect(await settlesWithin(jumpingClock(), 10, never)).toBe(false);
    expect(await settlesWithin(jumpingClock(), 10, Promise.resolve())).toBe(true);
    expect(await settlesWithin(jumpingClock(), 10, Promise.reject(new Error("no")))).toBe(true);
  });

  it("counts what has happened by the time the loop gets round to it", async () => {
    const soon = new Promise<void>((resolve) => void setImmediate(resolve));
    expect(await settlesWithin(jumpingClock(), 0, soon)).toBe(true);
  });
});

describe("becomes", () => {
  it("looks until it is so or time is up", async () => {
    let looks = 0;
    expect(await becomes(jumpingClock(), 100, () => ++looks === 5)).toBe(true);
    expect(looks).toBe(5);
    const clock = jumpingClock();
    expect(await becomes(clock, 100, () => false)).toBe(false);
    expect(clock.now()).toBe(100);
  });
});
