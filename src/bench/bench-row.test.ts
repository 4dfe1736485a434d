import { describe, expect, test } from "vitest";
import { benchTable, crowdOf, keepsBar, limitBeside, noiseOf } from "./bench-row.ts";

const row = { name: "a figure", value: 1.2, unit: "s", limit: 1 };

describe("a bar", () => {
  test("is missed by more than it allows", () => {
    expect(keepsBar(row)).toBe(false);
    expect(benchTable([row])).toContain("| ≤ 1 s | **missed** |");
  });

  test("is not held against a machine whose control varied by more than a quarter", () => {
    const noisy = { ...row, ...noiseOf("a start", [100, 140, 120]) };
    expect(keepsBar(noisy)).toBe(true);
    expect(benchTable([noisy])).toContain("cannot tell, noisy: a start varied by 40 %");
    expect(benchTable([{ ...noisy, value: 0.9 }])).toContain("| ≤ 1 s | kept |");
  });

  test("is told where the control took about the same each time", () => {
    expect(keepsBar({ ...row, ...noiseOf("a start", [100, 124, 110]) })).toBe(false);
  });

  test("is not held against a machine on which two do not fit side by side", () => {
    const crowded = { ...row, ...crowdOf("a start", 200, 360) };
    expect(keepsBar(crowded)).toBe(true);
    expect(benchTable([crowded])).toContain("cannot tell, crowded: a start twice side by side took 1.8 times as long as once");
    expect(keepsBar({ ...row, ...crowdOf("a start", 200, 264) })).toBe(false);
  });

  test("grows with what a control takes on a slower machine, and stays what it is on a faster one", () => {
    expect(limitBeside(1, 231, 200)).toBe(1.16);
    expect(limitBeside(1, 150, 200)).toBe(1);
    expect(keepsBar({ ...row, limit: limitBeside(1, 231, 200) })).toBe(false);
    expect(keepsBar({ ...row, limit: limitBeside(1, 250, 200) })).toBe(true);
  });
});
