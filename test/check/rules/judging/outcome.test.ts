import { describe, expect, it } from "vitest";
import {
  type Exhibit,
  judgeEach,
  notApplicable,
  overall,
  overallIfAny,
  overdue,
  satisfied,
  violated,
} from "../../../../src/check/outcome.ts";

const unseen = "nothing was asked";
const right = (ref: number): Exhibit => ({ ref });
const wrong = (ref: number, why: string): Exhibit => ({ ref, wrong: why });

const frozen = { seq: 4, at: 1, connection: 1, kind: "silence", awaiting: "1", ms: 100 } as const;
const died = { seq: 5, at: 1, connection: 1, kind: "exit", code: 1, signal: null } as const;
const ended = { seq: 6, at: 1, connection: 1, kind: "signal", signal: "SIGKILL" } as const;
const left = { seq: 7, at: 1, connection: 1, kind: "orphans", count: 1 } as const;
const noise = { seq: 8, at: 1, connection: 1, kind: "stderr", text: "x" } as const;

describe("what a check looked at", () => {
  it.each<readonly [string, readonly Exhibit[], unknown]>([
    ["nothing, leaves it open", [], { kind: "inconclusive", reason: unseen }],
    [
      "all of it right, is evidence, each event once",
      [right(3), right(5), right(3), right(5)],
      { kind: "satisfied", evidence: [3, 5] },
    ],
    [
      "one wrong among right ones, names only the wrong one",
      [right(1), wrong(2, "a"), right(3)],
      { kind: "violated", evidence: [2], message: "a" },
    ],
    [
      "the same fault at three events, tells it once with all three events",
      [wrong(9, "a"), wrong(2, "a"), wrong(5, "a")],
      { kind: "violated", evidence: [9, 2, 5], message: "a" },
    ],
    [
      "three different faults, names each",
      [wrong(1, "a"), wrong(2, "b"), wrong(3, "c")],
      { kind: "violated", evidence: [1, 2, 3], message: "a; b; c" },
    ],
    [
      "more than three, names three and counts the others",
      [wrong(1, "a"), wrong(2, "b"), wrong(3, "c"), wrong(4, "d"), wrong(5, "e"), wrong(6, "a")],
      { kind: "violated", evidence: [1, 2, 3, 4, 5, 6], message: "a; b; c; and 2 more" },
    ],
    [
      "a silence, rests on timing",
      [{ ref: frozen, wrong: "a" }],
      { kind: "violated", evidence: [4], message: "a", timing: true },
    ],
    [
      "the end of a process, rests on timing",
      [{ ref: died, wrong: "a" }],
      { kind: "violated", evidence: [5], message: "a", timing: true },
    ],
    [
      "a signal that was needed, rests on timing",
      [{ ref: ended, wrong: "a" }],
      { kind: "violated", evidence: [6], message: "a", timing: true },
    ],
    [
      "processes left over, rest on timing",
      [{ ref: left, wrong: "a" }],
      { kind: "violated", evidence: [7], message: "a", timing: true },
    ],
    ["any other event, rests on no timing", [{ ref: noise, wrong: "a" }], { kind: "violated", evidence: [8], message: "a" }],
    [
      "a late answer, rests on timing",
      [overdue(2, "a"), right(3)],
      { kind: "violated", evidence: [2], message: "a", timing: true },
    ],
    [
      "a late answer and a wrong one, is certain",
      [overdue(2, "a"), wrong(3, "b")],
      { kind: "violated", evidence: [2, 3], message: "a; b" },
    ],
    [
      "what is taken without effect, says so",
      [{ ref: 2, wrong: "a", leftOut: true }, right(3)],
      { kind: "violated", evidence: [2], message: "a", leftOut: true },
    ],
    [
      "what is without effect in one place alone, does not",
      [{ ref: 2, wrong: "a", leftOut: true }, wrong(3, "b")],
      { kind: "violated", evidence: [2, 3], message: "a; b" },
    ],
  ])("%s", (_title, exhibits, outcome) => {
    expect(overall(exhibits, unseen)).toEqual(outcome);
  });

  it("does not apply where a subject may do without and did", () => {
    expect(overallIfAny([], unseen)).toEqual(notApplicable(unseen));
    expect(overallIfAny([wrong(1, "a")], unseen)).toEqual({ kind: "violated", evidence: [1], message: "a" });
  });

  it("is asked one by one what is wrong with it", () => {
    const defect = (one: number): string | undefined => (one === 2 ? "two" : undefined);
    expect(judgeEach([1, 2], unseen, defect)).toEqual({ kind: "violated", evidence: [2], message: "two" });
    expect(judgeEach([1, 3], unseen, defect)).toEqual({ kind: "satisfied", evidence: [1, 3] });
    expect(judgeEach([], unseen, defect)).toEqual({ kind: "not-applicable", reason: unseen });
  });
});

describe("an outcome", () => {
  it("names every event of its evidence once, the first first", () => {
    expect(violated([{ seq: 7 }, 3, { seq: 7 }, 3, 1], "x")).toEqual({ kind: "violated", evidence: [7, 3, 1], message: "x" });
    expect(violated(4, "x")).toEqual({ kind: "violated", evidence: [4], message: "x" });
    expect(violated({ seq: 4 }, "x")).toEqual({ kind: "violated", evidence: [4], message: "x" });
  });

  it("is open without anything that would show it", () => {
    expect(satisfied([])).toEqual({ kind: "inconclusive", reason: "nothing was seen that would show it" });
  });

  it("has a note only where there is something to note", () => {
    expect(satisfied([1])).toEqual({ kind: "satisfied", evidence: [1] });
    expect(satisfied([1], unseen, "by the way")).toEqual({ kind: "satisfied", evidence: [1], note: "by the way" });
  });

  it.each([
    [999, 999],
    [1000, 1000],
    [1001, 1001],
    [5000, 1001],
  ])("that would say %i characters says %i", (length, told) => {
    const long = "x".repeat(length);
    const short = length > 1000 ? `${"x".repeat(1000)}…` : long;
    expect(short).toHaveLength(told);
    expect(violated(1, long)).toMatchObject({ message: short });
    expect(satisfied([1], unseen, long)).toMatchObject({ note: short });
  });
});
