import { expect, test } from "vitest";
import { mostLevels, tooDeepAt } from "./nesting-limit.ts";

const nested = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;

test("a text may nest as deep as the limit, again and again", () => {
  expect(tooDeepAt(nested(mostLevels))).toBeUndefined();
  expect(tooDeepAt(`[${`${nested(mostLevels - 1)},`.repeat(10)}0]`)).toBeUndefined();
});

test("the place is that of the bracket which is one too many", () => {
  expect(tooDeepAt(nested(mostLevels + 1))).toEqual({ line: 1, column: mostLevels + 1 });
  expect(tooDeepAt(`{\n  "a":${'{"b":['.repeat(200_000)}`)).toEqual({ line: 2, column: 7 + 6 * 255 + 5 });
});

test("brackets in texts and comments open nothing, and what comes behind them counts", () => {
  const many = "[".repeat(1000);
  const harmless = `{"a":"${many}\\"${many}", // "${many}\n/* ${many} " */ "b": 1}`;
  expect(tooDeepAt(harmless)).toBeUndefined();
  expect(tooDeepAt(`// "x\n/* " */${many}`)).toEqual({ line: 2, column: 7 + mostLevels + 1 });
  expect(tooDeepAt(`/* ${many}`)).toBeUndefined();
  expect(tooDeepAt(`// ${many}`)).toBeUndefined();
});
