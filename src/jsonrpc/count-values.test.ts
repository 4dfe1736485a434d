import * as fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { countValues } from "./count-values.ts";

afterEach(() => vi.restoreAllMocks());

/** The same, of a value that was parsed. */
function valuesIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, member) => sum + valuesIn(member), 1);
}

const spaced = fc.tuple(fc.jsonValue(), fc.constantFrom(undefined, 1, "\t", " \n\r\t"));

describe("the values of a JSON text", () => {
  test("are as many as those of what it is parsed to", () => {
    fc.assert(
      fc.property(spaced, ([value, space]) => {
        const text = JSON.stringify(value, undefined, space);
        expect(countValues(text)).toBe(valuesIn(JSON.parse(text)));
      }),
    );
  });

  test.each<readonly [string, number]>([
    ["[]", 1],
    ["[ \n]", 1],
    ["[[],{},[]]", 4],
    ['{"a,b":"[{,","\\\\":[1]}', 4],
    ['"\\"[,"', 1],
    ['{"a":1,"a":2}', 3],
    ["  7 ", 1],
  ])("%s: %i", (text, values) => {
    expect(countValues(text)).toBe(values);
  });

  test("are not counted much beyond what is asked for", () => {
    expect(countValues("[".repeat(1000), 10)).toBe(11);
  });

  test("are some number where it is not JSON", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'[ ] { } , : " \\ a'.split(" "), " ") }), (text) => {
        expect(countValues(text)).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  test.each<readonly [string, (length: number) => string]>([
    ["quotes that are escaped", (length) => `"${'\\"'.repeat(length / 2)}"`],
    ["backslashes", (length) => `"${"\\".repeat(length)}"`],
    ["backslashes, and no end", (length) => `"${"\\".repeat(length)}`],
    ["many texts", (length) => `[${'"\\\\",'.repeat(length / 5)}0]`],
    ["empty lists", (length) => `[${"[],".repeat(length / 3)}0]`],
  ])("are counted by looking at no character more than twice: %s", (_name, textOf) => {
    const text = textOf(30_000);
    const look = vi.spyOn(String.prototype, "charCodeAt");
    countValues(text);
    const looked = look.mock.calls.length;
    look.mockRestore();
    expect(looked).toBeLessThanOrEqual(2 * text.length);
  });
});
