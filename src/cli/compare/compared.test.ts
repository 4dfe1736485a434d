import { expect, test } from "vitest";
import { compared, type ComparedFinding, isWorse } from "./compared.ts";

const finding = (check: string, verdict: ComparedFinding["verdict"], revision = "2025-11-25"): ComparedFinding => ({
  check,
  verdict,
  revision,
  message: `${check} ${verdict}`,
});

test("what passes now is fixed, what came to no conclusion is open, what fails now is broken", () => {
  const was = [finding("a", "fail"), finding("b", "fail"), finding("c", "pass"), finding("d", "pass"), finding("e", "warn")];
  const is = [finding("a", "pass"), finding("b", "untested"), finding("c", "fail"), finding("d", "pass"), finding("e", "pass")];
  const found = compared(was, is);
  expect(Object.fromEntries(Object.entries(found).map(([kind, list]) => [kind, list.map(({ check }) => check)]))).toEqual({
    broken: ["c"],
    fixed: ["a"],
    open: ["b"],
    new: [],
    gone: [],
    others: ["e"],
  });
  expect(found.broken[0]).toEqual({ check: "c", revision: "2025-11-25", was: "pass", is: "fail", message: "c fail" });
  expect(isWorse(found)).toBe(true);
});

test.each([
  ["not-applicable", "open"],
  ["warn", "others"],
] as const)("what failed and is %s now is not fixed", (verdict, kind) => {
  const found = compared([finding("a", "fail")], [finding("a", verdict)]);
  expect([found[kind].length, found.fixed.length]).toEqual([1, 0]);
});

test("the same check at another revision, or of another subject, is another finding", () => {
  const one = { ...finding("a", "pass"), subject: "x" };
  const found = compared([one, finding("a", "pass")], [one, finding("a", "fail", "2026-07-28")]);
  expect(found.new.map(({ revision }) => revision)).toEqual(["2026-07-28"]);
  expect(found.gone).toHaveLength(1);
  expect(isWorse(found)).toBe(true);
  expect(isWorse(compared([one], [one, finding("b", "pass")]))).toBe(false);
});
