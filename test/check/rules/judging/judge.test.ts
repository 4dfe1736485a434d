import { describe, expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import { judge, outcomeOf, unjudged } from "../../../../src/check/judge.ts";
import { notApplicable, type Outcome, violated } from "../../../../src/check/outcome.ts";
import { opened, smallTrace } from "../../../support/traces/small-trace.ts";
import { check, declaring, open, promise, skip } from "./promised.ts";

describe("where a check does not apply, it says so:", () => {
  it.each<readonly [string, Partial<Check>, object]>([
    ["it came with a later revision", { spec: { "2026-07-28": "x" } }, notApplicable("not part of revision 2025-11-25")],
    [
      "it was removed",
      { spec: { "2024-11-05": "x", "2025-06-18": "removed" } },
      notApplicable("not part of revision 2025-11-25"),
    ],
    ["it is about another transport", { transports: ["http", "sse"] }, notApplicable("does not apply to the stdio transport")],
    ["it is about this transport among others", { transports: ["http", "stdio"] }, { kind: "violated" }],
    ["the capability is declared", { capability: "tools" }, { kind: "violated" }],
    ["the capability is not", { capability: "prompts" }, notApplicable("the server does not declare the capability prompts")],
  ])("%s", (_title, more, outcome) => {
    const trace = smallTrace("server", declaring({ tools: {} }));
    expect(
      outcomeOf(
        trace,
        check(() => violated(3, "no"), more),
        "2025-11-25",
      ),
    ).toMatchObject(outcome);
  });

  it("a server that announced nothing is judged all the same", () => {
    const trace = smallTrace("server", [opened()]);
    expect(
      outcomeOf(
        trace,
        check(() => violated(1, "no"), { capability: "prompts" }),
        "2025-11-25",
      ).kind,
    ).toBe("violated");
  });

  it("a finding at a revision without the statement names where it stood last", () => {
    const spec = { "2024-11-05": "old", "2025-03-26": "newer", "2025-06-18": "removed" } as const;
    const found = (more: Partial<Check>) =>
      judge(smallTrace("server", declaring({})), [check(() => open, more)], new Map())[0]?.spec;
    expect(found({ spec })).toBe("https://modelcontextprotocol.io/specification/2025-03-26/newer");
    expect(found({ spec: { "2025-06-18": "removed" } })).toBe("");
    expect(found({ spec: { "2024-11-05": "https://example.com/x" } })).toBe("https://example.com/x");
  });

  it("checks of another kind of subject find nothing", () => {
    expect(judge(smallTrace("server", declaring({})), [check(() => open, { subject: "client" })], new Map())).toEqual([]);
  });
});

describe("a second look", () => {
  const later = (seq: number, outcome: Outcome): Check =>
    check((trace) =>
      trace.events.some(({ connection }) => connection === 2)
        ? outcome
        : { kind: "not-applicable", reason: "it was ended", ...(seq > 0 ? { timing: true } : {}) },
    );
  const trace = smallTrace("server", [...declaring({}), opened({ connection: 2, again: true })]);
  it.each<readonly [string, number, Outcome, object]>([
    ["decides what did not apply for the end of a process", 1, violated(5, "no"), violated(5, "no")],
    ["says nothing where it is open", 1, open, { kind: "not-applicable", reason: "it was ended", timing: true }],
    ["is not asked where it rests on no timing", 0, violated(5, "no"), notApplicable("it was ended")],
  ])("%s", (_title, seq, outcome, wanted) => {
    expect(outcomeOf(trace, later(seq, outcome), "2025-11-25")).toEqual(wanted);
  });
});

describe("where nobody came to judge", () => {
  it("each check that is left says why, at every revision", () => {
    const trace = smallTrace("server", [
      ...declaring({ tools: {} }),
      opened({ connection: 2, revision: "2025-06-18" }),
      skip("other", "no tool"),
    ]);
    const all = [
      check(() => open),
      check(() => open, { id: "tools.other" }),
      check(() => open, { id: "roots.x", subject: "client" }),
    ];
    const judged = judge(trace, [check(() => open)], promise).filter(({ revision }) => revision === "2025-11-25");
    const rest = unjudged(trace, { checks: all, promises: promise }, judged, "it was stopped");
    expect(rest.map(({ revision, check: id, verdict, message, promised }) => [revision, id, verdict, message, promised])).toEqual(
      [
        ["2025-06-18", "tools.rule", "untested", "it was stopped", false],
        ["2025-06-18", "tools.other", "untested", "it was stopped", false],
        ["2025-11-25", "tools.other", "untested", "it was stopped", false],
      ],
    );
    const none = unjudged(trace, { checks: all, promises: promise }, [], "it was stopped");
    expect(none.find(({ revision, check: id }) => revision === "2025-11-25" && id === "tools.rule")).toMatchObject({
      promised: true,
      message: "it was stopped; no tool",
    });
  });
});
