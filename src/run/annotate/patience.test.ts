import { expect, test } from "vitest";
import { patience } from "./patience.ts";

test("only what had a processor for the time it may take is too slow", () => {
  expect(patience(1, 5000, 5000)).toBe("too-slow");
  expect(patience(1, 4999, 5000)).toBe("wait");
  expect(patience(6, 5000, 5000)).toBe("too-slow");
});

test("what a busy machine keeps from working is waited for, and then left without a verdict", () => {
  expect(patience(5, 10, 5000)).toBe("wait");
  expect(patience(6, 10, 5000)).toBe("starved");
});
