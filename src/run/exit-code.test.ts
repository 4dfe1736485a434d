import { expect, test } from "vitest";
import type { Finding } from "../check/finding.ts";
import { countsAgainst, type Ending, exitCodeOf } from "./exit-code.ts";
import { failOnOf } from "./fail-on.ts";
import { summarise } from "./summary.ts";

const pass = finding("pass");

function finding(verdict: Finding["verdict"], more: Partial<Finding> = {}): Finding {
  return {
    check: "tools.x",
    title: "",
    level: "MUST",
    revision: "2025-11-25",
    verdict,
    message: "",
    spec: "",
    advice: "",
    scenario: null,
    evidence: [],
    promised: false,
    ...more,
  };
}

function ending(findings: readonly Finding[], more: Partial<Ending> = {}): number {
  return exitCodeOf({ findings, error: null, stale: [], interrupted: null, failOn: "fail", ...more });
}

function blaming(kind: "usage" | "subject" | "harness"): Partial<Ending> {
  return { error: { kind, message: "", stderrTail: "" } };
}

test.each([
  ["passes alone", [pass], 0],
  ["a fail", [pass, finding("fail")], 1],
  ["a fail that the baseline lists", [pass, finding("fail", { known: true })], 0],
  ["a warning", [pass, finding("warn")], 0],
  ["an untested check nobody promised", [pass, finding("untested")], 0],
  ["an untested check a scenario promised", [pass, finding("untested", { promised: true })], 1],
  ["a promised untested check that the baseline lists", [pass, finding("untested", { promised: true, known: true })], 0],
  ["nothing", [], 3],
  ["nothing but checks that were not applicable or untested", [finding("not-applicable"), finding("untested")], 3],
  ["a harness error beside a pass", [pass, finding("error")], 3],
] as const)("%s", (_, findings, code) => {
  expect(ending(findings)).toBe(code);
});

test("a warning counts where warnings do, unless it is known", () => {
  expect(ending([pass, finding("warn")], { failOn: "warn" })).toBe(1);
  expect(ending([pass, finding("warn", { known: true })], { failOn: "warn" })).toBe(0);
  expect(ending([pass, finding("untested")], { failOn: "warn" })).toBe(0);
});

test("what was not exercised counts where it is asked for, with warnings, and what does not apply never", () => {
  expect(ending([pass, finding("untested")], { failOn: "untested" })).toBe(1);
  expect(ending([pass, finding("warn")], { failOn: "untested" })).toBe(1);
  expect(ending([pass, finding("untested", { known: true })], { failOn: "untested" })).toBe(0);
  expect(ending([pass, finding("not-applicable")], { failOn: "untested" })).toBe(0);
});

test("a fail that passed when it was played again counts where warnings do", () => {
  const flaky = finding("fail", { flaky: { failed: 1, played: 2 } });
  expect(ending([pass, flaky])).toBe(0);
  expect(ending([pass, flaky], { failOn: "warn" })).toBe(1);
  expect(ending([pass, flaky], blaming("subject"))).toBe(3);
  expect(summarise([pass, flaky])).toMatchObject({ pass: 1, fail: 1, flaky: 1 });
});

test("the first event of a run says what counts, by name or by strict", () => {
  expect([{ strict: false }, { strict: true }, { strict: true, failOn: "untested" as const }, undefined].map(failOnOf)).toEqual([
    "fail",
    "warn",
    "untested",
    "fail",
  ]);
});

test("a stale baseline entry fails a run that is otherwise good", () => {
  expect(ending([pass], { stale: [{ entry: { check: "tools.x" }, why: "passes" }] })).toBe(1);
});

test("who is to blame decides the code, whatever was found", () => {
  expect(ending([pass], blaming("usage"))).toBe(2);
  expect(ending([pass], blaming("subject"))).toBe(3);
  expect(ending([pass, finding("untested", { promised: true })], blaming("subject"))).toBe(3);
  expect(ending([pass, finding("fail", { known: true })], blaming("subject"))).toBe(3);
  expect(ending([pass, finding("fail")], blaming("subject"))).toBe(1);
  expect(ending([pass, finding("fail")], blaming("harness"))).toBe(3);
});

test("an interrupted run says by which signal", () => {
  expect(ending([pass], { interrupted: "SIGINT" })).toBe(130);
  expect(ending([pass], { interrupted: "SIGTERM" })).toBe(143);
});

test("findings are counted under their verdict, known ones too", () => {
  const counts = summarise([pass, finding("fail", { known: true }), finding("untested"), finding("not-applicable")]);
  expect(counts).toEqual({ pass: 1, fail: 1, warn: 0, untested: 1, notApplicable: 1, error: 0, consequences: 0, known: 1 });
});

test("what follows from another finding is counted apart, and counts against the run like any other", () => {
  const following = finding("fail", { because: "jsonrpc.error-object" });
  expect(summarise([finding("fail"), following])).toMatchObject({ fail: 1, consequences: 1 });
  expect(countsAgainst(following, "fail")).toBe(true);
});
