import { describe, expect, it } from "vitest";
import type { Reported } from "../../../src/report/collect-run.ts";
import { consequencesLine, standing } from "../../../src/report/consequences.ts";
import { merged } from "../../../src/report/merged.ts";
import { seen, toldResults } from "../../../src/report/told-results.ts";
import type { FailOn } from "../../../src/run/fail-on.ts";
import { found } from "./build.ts";

const flaky = { failed: 1, played: 2 };
const promised = true;
const known = true;

describe("a list of problems", () => {
  it.each<[string, readonly Reported[], readonly string[], FailOn?]>([
    [
      "holds what is wrong, the gravest first, and nothing of what is right or was not exercised",
      [
        found("a.pass", "pass"),
        found("a.warn", "warn"),
        found("a.untested", "untested"),
        found("a.promise", "untested", { promised }),
        found("a.fail", "fail"),
        found("a.spared", "not-applicable"),
        found("a.error", "error"),
      ],
      // An error of the harness is no verdict on the subject: nothing counts against the run for it.
      ["a.fail", "a.promise", "a.error", "a.warn"],
    ],
    [
      "holds what was not exercised too where that counts",
      [found("a.warn", "warn"), found("a.untested", "untested"), found("a.fail", "fail")],
      ["a.fail", "a.untested", "a.warn"],
      "untested",
    ],
    ["leaves out what follows from another finding", [found("a.b", "fail", { because: "a.c" }), found("a.c", "fail")], ["a.c"]],
    [
      "puts what is known last, however grave, and what is flaky behind what counts",
      [
        found("a.known", "fail", { known }),
        found("a.promise", "untested", { promised, known }),
        found("a.flaky", "fail", { flaky }),
        found("a.warn", "warn"),
        found("a.fail", "fail"),
      ],
      ["a.fail", "a.flaky", "a.warn", "a.known", "a.promise"],
    ],
    [
      "puts a warning that counts before an error that does not",
      [found("a.error", "error"), found("a.warn", "warn")],
      ["a.warn", "a.error"],
      "warn",
    ],
    [
      "puts an error of the harness before a flaky failure",
      [found("a.flaky", "fail", { flaky }), found("a.error", "error")],
      ["a.error", "a.flaky"],
    ],
    [
      "tells one check of one subject once, and that of another subject apart",
      [found("a.b", "fail"), found("a.b", "fail", { revision: "2025-06-18" }), found("a.b", "fail", { subjectId: "other" })],
      ["a.b", "a.b"],
    ],
  ])("%s", (_title, findings, checks, failOn: FailOn = "fail") => {
    expect(toldResults(findings, failOn).map(({ findings: [first] }) => first.check)).toEqual(checks);
  });

  it("has the gravest finding of a check in front, whichever revision came first", () => {
    const list = [
      found("a.b", "fail", { known }),
      found("a.b", "warn", { revision: "x" }),
      found("a.b", "fail", { revision: "y" }),
    ];
    expect(toldResults(list, "fail").map(({ findings }) => findings.map(({ revision }) => revision))).toEqual([
      ["y", "x", "2025-11-25"],
    ]);
  });

  it("tells each different thing that was seen once, with the revisions it was seen at, the oldest first", () => {
    const [result] = toldResults(
      [
        found("a.b", "fail", { message: "one", revision: "2025-11-25" }),
        found("a.b", "fail", { message: "two", revision: "2025-03-26" }),
        found("a.b", "fail", { message: "one", revision: "2025-06-18" }),
      ],
      "fail",
    );
    expect(result && seen(result)).toEqual(["one (2025-06-18, 2025-11-25)", "two (2025-03-26)"]);
  });

  it("says once that a finding is flaky", () => {
    const [result] = toldResults(
      [
        found("a.b", "fail", { flaky, message: "one" }),
        found("a.b", "fail", { flaky: { failed: 2, played: 3 }, message: "one", revision: "x" }),
      ],
      "fail",
    );
    expect(result && seen(result)).toEqual(["flaky: failed 1 time of 2, and passed then: one (2025-11-25, x)"]);
  });
});

describe("findings at several revisions", () => {
  const at = (revision: string, more: Partial<Reported> = {}): Reported => found("a.b", "fail", { revision, ...more });

  it.each<[string, readonly Reported[], readonly (readonly string[])[]]>([
    ["are one when they differ in nothing else", [at("b"), at("a", { evidence: [7] })], [["a", "b"]]],
    ["are two of two subjects", [at("a"), at("a", { subjectId: "other" })], [["a"], ["a"]]],
    ["are two of two checks", [at("a"), at("a", { check: "a.c" })], [["a"], ["a"]]],
    ["are two with two verdicts", [at("a"), at("b", { verdict: "warn" })], [["a"], ["b"]]],
    ["are two when something else was seen", [at("a"), at("b", { message: "else" })], [["a"], ["b"]]],
    ["are two when one of them is known", [at("a"), at("b", { known })], [["a"], ["b"]]],
    ["are two when one of them is flaky", [at("a"), at("b", { flaky })], [["a"], ["b"]]],
    ["are none when there are none", [], []],
  ])("%s", (_title, findings, revisions) => {
    expect(merged(findings).map((one) => one.revisions)).toEqual(revisions);
  });
});

describe("what follows from a finding", () => {
  const first = found("a.cause", "fail");
  const following = (check: string, more: Partial<Reported> = {}): Reported =>
    found(check, "fail", { because: "a.cause", ...more });

  it.each<[string, readonly Reported[], string | undefined]>([
    ["is not told where nothing follows", [first, found("a.b", "fail")], undefined],
    ["is one finding", [first, following("a.b")], "1 finding follows from it: a.b"],
    [
      "is counted at every revision, and each check named once",
      [following("a.b"), following("a.b", { revision: "2025-06-18" }), following("a.c")],
      "3 findings follow from it: a.b, a.c",
    ],
    ["is not what follows at another revision", [following("a.b", { revision: "2024-11-05" })], undefined],
    ["is not what follows with another subject", [following("a.b", { subjectId: "other" })], undefined],
    ["is not what follows from another check", [following("a.b", { because: "a.c" })], undefined],
  ])("%s", (_title, findings, line) => {
    expect(consequencesLine({ first, revisions: ["2025-06-18", "2025-11-25"] }, findings)).toBe(line);
  });

  it("does not stand for itself", () => {
    expect(standing([first, following("a.b")])).toEqual([first]);
  });
});
