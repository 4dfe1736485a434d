import { describe, expect, it } from "vitest";
import { manualClock } from "../../../test/host/manual-clock.ts";
import { scaledClock } from "../../base/time/scaled-clock.ts";
import { leapingTime } from "./host-time.ts";

const never = new AbortController().signal;

describe("time that can leap", () => {
  it("lets everything within a leap happen in its order, and nothing beyond it", async () => {
    const { clock, pass } = leapingTime(manualClock());
    const rung: string[] = [];
    clock.setTimeout(30_000, () => rung.push(`30 s, at ${clock.now()}`));
    clock.setTimeout(10_000, () => {
      rung.push("10 s");
      clock.setTimeout(5000, () => rung.push(`15 s, at ${clock.now()}`));
    });
    clock.setTimeout(20_000, () => rung.push("stopped"))();
    await pass(29_999, never);
    expect(rung).toEqual(["10 s", "15 s, at 15000"]);
    await pass(1, never);
    expect(rung.at(-1)).toBe("30 s, at 30000");
  });

  it("goes on by itself, with what is left after a leap", async () => {
    const real = manualClock();
    const { clock, pass } = leapingTime(real);
    let rang = false;
    clock.setTimeout(10_000, () => (rang = true));
    await pass(9000, never);
    await real.advance(999);
    expect(rang).toBe(false);
    await real.advance(1);
    expect([rang, real.pending()]).toEqual([true, 0]);
  });

  it("does not pass for somebody who has gone", async () => {
    const { clock, pass } = leapingTime(manualClock());
    await pass(10_000, AbortSignal.abort());
    expect(clock.now()).toBe(0);
  });
});

it("a scaled clock runs so many times as fast", async () => {
  const real = manualClock();
  const clock = scaledClock(real, 10);
  let rang = 0;
  clock.setTimeout(30_000, () => (rang = clock.now()));
  await real.advance(2999);
  expect(rang).toBe(0);
  await real.advance(1);
  expect(rang).toBe(30_000);
});
