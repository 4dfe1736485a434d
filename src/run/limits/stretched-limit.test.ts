import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { busyFactor, stretchedLimit } from "./stretched-limit.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** After how many ms a limit of 4000 is over on a machine as crowded as `crowded` says. */
function overAfter(crowded: (ms: number) => number): number {
  let ms = 0;
  const limit = stretchedLimit(4000, () => crowded(ms));
  for (; !limit.aborted && ms < 100_000; ms += 100) vi.advanceTimersByTime(100);
  expect(limit.reason).toMatchObject({ name: "TimeoutError", message: "not done within 4000 ms" });
  return ms;
}

test("what is waited for has up to three times as long, the busier the machine is", () => {
  expect([0, 1, 1.5, 30].map((crowded) => busyFactor(crowded))).toEqual([1, 1, 1.5, 3]);
});

test("comes when it is said on a quiet machine, and later the busier it is, up to five times", () => {
  expect(overAfter(() => 0)).toBe(4000);
  expect(overAfter(() => 1)).toBe(4000);
  expect(overAfter(() => 2)).toBe(8000);
  expect(overAfter(() => 30)).toBeGreaterThanOrEqual(20_000);
  expect(overAfter(() => 30)).toBeLessThanOrEqual(20_200);
  expect(overAfter((ms) => (ms < 4000 ? 2 : 1))).toBe(6000);
});

test("ends with the first of its signals, and looks no more", () => {
  const stop = new AbortController();
  const crowded = vi.fn<() => number>(() => 1);
  const limit = stretchedLimit(4000, crowded, stop.signal);
  stop.abort("SIGINT");
  expect(limit.reason).toBe("SIGINT");
  vi.advanceTimersByTime(10_000);
  expect(crowded).not.toHaveBeenCalled();
});
