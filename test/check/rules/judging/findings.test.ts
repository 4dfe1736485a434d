import { describe, expect, it } from "vitest";
import { judge } from "../../../../src/check/judge.ts";
import { inconclusive, notApplicable, type Outcome, satisfied, unreachable, violated } from "../../../../src/check/outcome.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { done, failed, type Line, sent, smallTrace, step } from "../../../support/traces/small-trace.ts";
import { check, declaring, listing, open, promise, skip } from "./promised.ts";

const role = (by: "hint" | "seen"): Line => ({ kind: "role", connection: 1, scenario: "main", role: "slow", tool: "t", by });
const url = "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#rule";

describe("a finding", () => {
  it("says whole what was judged, by what, and where it stands", () => {
    const trace = smallTrace("server", declaring({ tools: {} }));
    expect(judge(trace, [check(() => violated(3, "it is wrong"), { tolerance: "none" })], promise)).toEqual([
      {
        check: "tools.rule",
        title: "The rule",
        level: "MUST",
        revision: "2025-11-25",
        verdict: "fail",
        message: "it is wrong",
        spec: url,
        advice: "Keep it.",
        scenario: "main",
        evidence: [3],
        promised: true,
        tolerance: "none",
      },
    ]);
  });

  it.each<readonly [string, Outcome, readonly Line[], object]>([
    [
      "of one event counts it in words",
      satisfied([3]),
      [],
      { verdict: "pass", message: "shown by one wire event", evidence: [3] },
    ],
    ["of several events counts them", satisfied([3, 4]), [], { message: "shown by 2 wire events", evidence: [3, 4] }],
    ["with a note says that instead", satisfied([3], "", "as it should"), [], { message: "as it should" }],
    [
      "that is open keeps its promise in mind",
      open,
      [],
      { verdict: "untested", message: "nobody asked", promised: true, evidence: [] },
    ],
    [
      "that lies out of reach was never promised",
      unreachable("too slow"),
      [],
      { verdict: "untested", message: "too slow", promised: false, scenario: "main" },
    ],
    [
      "that does not apply says why",
      notApplicable("no tools"),
      [],
      { verdict: "not-applicable", message: "no tools", promised: true },
    ],
    [
      "that is open says why the other scenario was skipped",
      open,
      [skip("other", "no tool"), skip("third", "no key")],
      { message: "nobody asked; no tool", promised: true },
    ],
    [
      "that is open says the same reason once",
      open,
      [skip("main", "no tool"), skip("other", "no tool")],
      { message: "nobody asked; no tool", promised: false, scenario: "main" },
    ],
    ["with a tool that was only seen to fit is no promise", open, [role("seen")], { promised: false, scenario: "main" }],
    ["with a tool that a hint names is one", open, [role("hint")], { promised: true, scenario: "main" }],
    [
      "with a list that failed inside the server is out of its reach",
      open,
      listing(failed(2)),
      { message: "nobody asked; tools/list failed with an internal error", promised: false },
    ],
    [
      "with a list that failed otherwise is in its reach",
      open,
      listing(failed(2, -32602)),
      { message: "nobody asked", promised: true },
    ],
    [
      "that is out of reach anyway says only that, whatever the list",
      unreachable("too slow"),
      listing(failed(2)),
      { message: "too slow", promised: false },
    ],
    [
      "that passed is a pass with a list that failed",
      satisfied([3]),
      listing(failed(2)),
      { verdict: "pass", message: "shown by one wire event", promised: true },
    ],
    [
      "that was promised is open with an empty list",
      open,
      listing(done(2, { tools: [] })),
      { verdict: "untested", promised: true },
    ],
  ])("%s", (_title, outcome, more, finding) => {
    const trace = smallTrace("server", [...declaring({ tools: {} }), ...more]);
    expect(judge(trace, [check(() => outcome, { capability: "tools" })], promise)).toMatchObject([finding]);
  });

  it.each<readonly [string, string | undefined, Json, string, string]>([
    ["does not apply where nothing is listed", "tools", { tools: [] }, "not-applicable", "the server lists no tools"],
    ["is open where something is listed", "tools", { tools: [{ name: "t" }] }, "untested", "nobody asked"],
    ["is open where another family is empty", "prompts", { tools: [] }, "untested", "nobody asked"],
    ["is open where it is about no family", undefined, { tools: [] }, "untested", "nobody asked"],
    [
      "does not apply to a part of a family that is empty",
      "tools.listChanged",
      { tools: [] },
      "not-applicable",
      "the server lists no tools",
    ],
  ])("that nobody promised %s", (_title, capability, result, verdict, message) => {
    const trace = smallTrace("server", [
      ...declaring({ tools: { listChanged: true }, prompts: {} }),
      ...listing(done(2, result)),
    ]);
    const one = check(() => open, capability === undefined ? {} : { capability });
    expect(judge(trace, [one], new Map())).toMatchObject([{ verdict, message, promised: false, scenario: null }]);
  });

  it("that accuses stays with an empty list", () => {
    const trace = smallTrace("server", [...declaring({ tools: {} }), ...listing(done(2, { tools: [] }))]);
    expect(judge(trace, [check(() => violated(3, "no"), { capability: "tools" })], new Map())).toMatchObject([
      { verdict: "fail" },
    ]);
  });

  it("carries the first twenty of its evidence, and counts all", () => {
    const refs = Array.from({ length: 21 }, (_, index) => index + 1);
    const [finding] = judge(smallTrace("server", declaring({})), [check(() => satisfied(refs))], new Map());
    expect(finding).toMatchObject({ evidence: refs.slice(0, 20), message: "shown by 21 wire events" });
  });

  it("belongs to the scenario of its first evidence, be that a step or after one", () => {
    const trace = smallTrace("server", [...declaring({}), step("call", { scenario: "second" }), sent("x")]);
    const scenarioOf = (seq: number) => judge(trace, [check(() => violated([seq, 4], "no"))], promise)[0]?.scenario;
    expect([4, 5, 6].map(scenarioOf)).toEqual(["main", "second", "second"]);
    // Before the first step nothing has decided: the one that promised is named, and so it is for an event that is not there.
    expect([2, 99].map(scenarioOf)).toEqual(["main", "main"]);
    expect(judge(trace, [check(() => violated(2, "no"))], new Map([["tools.rule", ["later"]]]))).toMatchObject([
      { scenario: "later", promised: false },
    ]);
  });

  it.each([
    [4000, 4000],
    [4001, 4001],
    [9000, 4001],
  ])("with a reason of %i characters has %i", (length, told) => {
    const [finding] = judge(smallTrace("server", declaring({})), [check(() => inconclusive("x".repeat(length)))], new Map());
    expect(finding?.message).toBe(length > 4000 ? `${"x".repeat(4000)}…` : "x".repeat(length));
    expect(finding?.message).toHaveLength(told);
  });

  it("says that it was seen once, or is without effect, only where it accuses of that", () => {
    const trace = smallTrace("server", declaring({}));
    const found = (outcome: Outcome) => judge(trace, [check(() => outcome)], new Map())[0];
    const accused = { kind: "violated", evidence: [3], message: "no" } as const;
    expect(found({ ...accused, timing: true })).toMatchObject({ once: true });
    expect(found({ ...accused, timing: true })).not.toHaveProperty("leftOut");
    expect(found({ ...accused, leftOut: true })).toMatchObject({ leftOut: true });
    expect(found({ ...accused, leftOut: true })).not.toHaveProperty("once");
    expect(found({ kind: "not-applicable", reason: "no", timing: true })).not.toHaveProperty("once");
    expect(found(accused)).not.toHaveProperty("tolerance");
  });
});
