import { expect, test } from "vitest";
import { lostMember } from "./lost-member.ts";

test("what is missing or another is named by its place", () => {
  expect(lostMember({ a: [1, { b: "x" }] }, { a: [1, { b: "y" }] })).toBe("/a/1/b");
  expect(lostMember({ a: [1, 2] }, { a: [1] })).toBe("/a/1");
  expect(lostMember({ a: 1 }, undefined)).toBe("");
});

test("a flag may be left out where that says the same, and what is added does not count", () => {
  expect(lostMember({ hasMore: false, values: [] }, { values: [], total: 0 })).toBeUndefined();
  expect(lostMember({ readOnlyHint: false, destructiveHint: true }, { idempotentHint: false })).toBeUndefined();
  expect(lostMember({ destructiveHint: false }, {})).toBe("/destructiveHint");
  expect(lostMember({ hasMore: true }, {})).toBe("/hasMore");
});
