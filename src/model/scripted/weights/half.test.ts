import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromBfloat, fromHalf, toBfloat, toHalf } from "./half.ts";

describe("16 bits", () => {
  it("keep every half-precision number, and round others to the nearest", () => {
    for (let half = 0; half < 0x7c00; half += 1) expect(toHalf(fromHalf(half))).toBe(half);
    fc.assert(
      fc.property(fc.double({ min: -60_000, max: 60_000, noNaN: true }), (value) => {
        const half = toHalf(value);
        const error = Math.abs(fromHalf(half) - value);
        return [half - 1, half + 1].every(
          (other) => (other & 0x7fff) >= 0x7c00 || error <= Math.abs(fromHalf(other) - value) * 1.0001,
        );
      }),
    );
    expect([toHalf(70_000), toHalf(-70_000), toHalf(0), toHalf(1)]).toEqual([0x7c00, 0xfc00, 0, 0x3c00]);
  });

  it("keep every bfloat16 number, and round others by less than a 256th", () => {
    for (let bfloat = 0; bfloat < 0x7f80; bfloat += 1) expect(toBfloat(fromBfloat(bfloat))).toBe(bfloat);
    fc.assert(
      fc.property(fc.double({ min: 1e-30, max: 1e30, noNaN: true }), (value) => {
        return Math.abs(fromBfloat(toBfloat(value)) / value - 1) <= 1 / 256;
      }),
    );
  });
});
