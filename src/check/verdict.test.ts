import { expect, test } from "vitest";
import { isAccusation, verdictOf, type Verdict } from "./verdict.ts";

test.each(["MUST", "MUST NOT"] as const)("a %s that is violated fails", (level) => {
  expect(verdictOf(level, { kind: "violated", evidence: [1], message: "" })).toBe("fail");
});

test.each(["SHOULD", "SHOULD NOT", "PRACTICE"] as const)("a %s that is violated warns", (level) => {
  expect(verdictOf(level, { kind: "violated", evidence: [1], message: "" })).toBe("warn");
});

test.each(["MUST", "SHOULD", "PRACTICE"] as const)("of a %s, all else says the same of it", (level) => {
  expect(verdictOf(level, { kind: "satisfied", evidence: [1] })).toBe("pass");
  expect(verdictOf(level, { kind: "inconclusive", reason: "" })).toBe("untested");
  expect(verdictOf(level, { kind: "not-applicable", reason: "" })).toBe("not-applicable");
});

test("fails and warnings alone accuse", () => {
  const verdicts: readonly Verdict[] = ["pass", "fail", "warn", "untested", "not-applicable"];
  expect(verdicts.filter((verdict) => isAccusation({ verdict }))).toEqual(["fail", "warn"]);
});
