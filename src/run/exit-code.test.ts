import { expect, test } from "vitest";
import type { Finding } from "../check/finding.ts";
import { countsAgainst, type Ending, exitCodeOf } from "./exit-code.ts";
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
  return exitCodeOf({ findings, error: null, stale: [], interrupted: null, strict: false, ...more });
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

test("with --strict a warning counts, unless it is known", () => {
  expect(ending([pass, finding("warn")], { strict: true })).toBe(1);
  expect(ending([pass, finding("warn", { known: true })], { strict: true })).toBe(0);
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
  expect(countsAgainst(following, false)).toBe(true);
});
