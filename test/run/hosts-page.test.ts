import { describe, expect, test } from "vitest";
import { type HostResult, resultOf } from "../../scripts/hosts/host-result.ts";
import { hostsPage, notReviewed } from "../../scripts/hosts/hosts-page.ts";
import { type KeptRun, withCases } from "../../scripts/hosts/kept-cases.ts";
import type { Report } from "../support/run-cli.ts";

type Finding = Report["findings"][number];

const finding = (check: string, verdict: string, more: Partial<Finding> = {}): Finding => ({
  check,
  verdict,
  revision: "any",
  message: verdict,
  spec: "",
  evidence: [],
  promised: false,
  ...more,
});

const report = (findings: readonly Finding[]): Report => ({
  subject: null,
  revisions: [],
  summary: { pass: 0, fail: 0, warn: 0, untested: 0, notApplicable: 0, error: 0 },
  exitCode: 0,
  findings,
  error: null,
});

const about = { host: "h", title: "H", version: "1", judged: { date: "2026-01-01", mcpcheck: "0", node: "20" } };

describe("what is published of a report", () => {
  const result = resultOf(
    about,
    report([
      finding("a.fine", "pass"),
      finding("a.bad", "fail", { message: "process 18696 of s outlived /tmp/case-1/x" }),
      finding("a.open", "untested", { promised: true }),
      finding("a.quiet", "untested"),
      finding("a.left", "not-applicable", { message: "the host does not have: sse, model" }),
      finding("a.left-too", "not-applicable", { message: "the host does not have: model" }),
      finding("c.bad", "warn", { revision: "2025-06-18", message: "once" }),
      finding("c.bad", "warn", { revision: "2025-11-25", message: "twice" }),
    ]),
  );

  test("counts cases and checks of clients apart, and says what cases need that do not apply", () => {
    expect(result.cases).toEqual({ pass: 1, fail: 1, warn: 0, untested: 2, "not-applicable": 2 });
    expect(result.asClient).toEqual({ pass: 0, fail: 0, warn: 2 });
    expect(result.inapplicable).toEqual({ model: 2, sse: 1 });
  });

  test("holds what is wrong without the numbers and places of a machine", () => {
    expect(result.faults.map(({ check, message }) => [check, message])).toEqual([
      ["a.bad", "a process of s outlived …"],
      ["a.open", "untested"],
      ["c.bad", "once"],
      ["c.bad", "twice"],
    ]);
  });

  test("is reviewed by case, and by check and revision", () => {
    const reviews = {
      h: [
        { check: "a.bad", verdict: "fail" as const, why: "It is." },
        { check: "c.bad", verdict: "warn" as const, revisions: ["2025-06-18"], why: "So it is." },
      ],
    };
    expect(notReviewed({ results: [result], reviews })).toEqual(["h: nobody has reviewed warn c.bad 2025-11-25"]);
    const page = hostsPage({ results: [result], reviews });
    expect(page).toContain("- **fail** `a.bad`: a process of s outlived …\n  It is.\n");
    expect(page).toContain(
      "- **warn** `c.bad` (2025-06-18): once\n  So it is.\n- **warn** `c.bad` (2025-11-25): twice\n  Not reviewed yet.",
    );
    const both: HostResult["faults"][number][] = result.faults.filter(({ check }) => check === "c.bad");
    const all = {
      h: [{ ...reviews.h[1], check: "c.bad", verdict: "warn" as const, revisions: ["2025-06-18", "2025-11-25"], why: "So." }],
    };
    expect(hostsPage({ results: [{ ...result, faults: both }], reviews: all })).toContain(
      "- **warn** `c.bad` (2025-06-18, 2025-11-25): once\n  So.",
    );
  });
});

/** A trace of cases in which a host listed tools although its server had none to offer, or did not. */
function trace(cases: Readonly<Record<string, boolean>>): string {
  const lines = Object.entries(cases).flatMap(([scenario, lists]) => {
    const wire = (event: Record<string, unknown>): Record<string, unknown> => ({
      kind: "server-wire",
      server: "s",
      event: { connection: 1, ...event },
    });
    const frame = (direction: string, message: Record<string, unknown>): Record<string, unknown> => {
      const text = JSON.stringify({ jsonrpc: "2.0", ...message });
      return wire({ kind: "frame", direction, text, bytes: text.length, terminator: "\n" });
    };
    const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "h", version: "1" } };
    const answer = { protocolVersion: "2025-06-18", capabilities: { prompts: {} }, serverInfo: { name: "s", version: "1" } };
    const events = [
      wire({ kind: "connect", transport: "stdio", revision: null, capabilities: {}, target: "s", session: "" }),
      frame("received", { id: 1, method: "initialize", params: hello }),
      frame("sent", { id: 1, result: answer }),
      frame("received", { method: "notifications/initialized" }),
      ...(lists ? [frame("received", { id: 2, method: "tools/list" })] : []),
    ];
    const kept = events.map((event, index) => JSON.stringify({ ...event, seq: index + 1, at: index }));
    return [
      JSON.stringify({ kind: "step", scenario, verb: "case" }),
      ...kept.map((text) => JSON.stringify({ kind: "frame", text })),
    ];
  });
  return `${["{}", ...lines].join("\n")}\n`;
}

describe("cases that are played anew", () => {
  const kept: KeptRun = {
    report: report([
      finding("a.one", "fail"),
      finding("a.two", "fail"),
      finding("lifecycle.client-only-offered", "fail", { revision: "2025-06-18" }),
    ]),
    trace: trace({ "a/a.one": true, "a/a.two": true }),
  };
  const anew = (name: string, lists: boolean): KeptRun => ({
    report: report([finding(name, "pass")]),
    trace: trace({ [`a/${name}`]: lists }),
  });
  const verdicts = ({ report: { findings } }: KeptRun): string[] =>
    findings
      .filter(({ check }) => check.startsWith("a.") || check === "lifecycle.client-only-offered")
      .map(({ check, verdict }) => `${verdict} ${check}`);

  test("take the place of what was kept, one time after the other, and the host as a client is judged by both", () => {
    const once = withCases(kept, anew("a.one", false));
    expect(verdicts(once)).toEqual(["pass a.one", "fail a.two", "fail lifecycle.client-only-offered"]);
    expect(once.report.exitCode).toBe(1);
    const twice = withCases(once, anew("a.two", false));
    expect(verdicts(twice)).toEqual(["pass a.one", "pass a.two"]);
    expect(twice.report.exitCode).toBe(0);
    expect(twice.trace).toBe(trace({ "a/a.one": false, "a/a.two": false }));
  });

  test("are at least one", () => {
    expect(() => withCases(kept, { report: report([]), trace: "{}\n" })).toThrow("no case was played anew");
  });
});
