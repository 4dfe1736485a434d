import { describe, expect, test } from "vitest";
import { checkRow as check, runRow as run } from "../../test/support/result-rows.ts";
import { fleetChanges } from "./fleet-changes.ts";
import { fleetReport } from "./fleet-report.ts";
import { latestOf } from "./latest-results.ts";
import type { ResultRow } from "./result-rows.ts";

const reportOf = (...rows: readonly ResultRow[]) => fleetReport(latestOf(rows));

test("servers are counted once by what became of them, and checks by the servers they found something at", () => {
  const report = reportOf(
    check("a", "fail", { inheritedFrom: "an SDK" }),
    check("a", "fail", { revision: "2025-06-18", inheritedFrom: "an SDK" }),
    check("a", "fail", { check: "other", because: "tools.unknown-name" }),
    run("a", 1, { ms: 3000 }),
    check("b", "pass"),
    run("b", 0),
    run("c", 3),
    run("d", 3),
  );
  expect(report).toEqual({
    servers: 4,
    conform: 1,
    withFindings: 1,
    notJudged: 2,
    reasons: [{ reason: "it ended", servers: ["c", "d"] }],
    checks: [{ check: "tools.unknown-name", level: "MUST", servers: 2, fail: 1, warn: 0, inheritedFrom: { "an SDK": 1 } }],
    libraries: [{ library: "an SDK", servers: 1, fail: { "tools.unknown-name": 1 }, warn: {} }],
    ms: { median: 1000, p95: 3000, most: 3000 },
    startMs: { median: 0, p95: 0, most: 0 },
    starts: [],
  });
});

test("libraries are told by the servers that inherit from them, and starts with the slowest first", () => {
  const report = reportOf(
    check("a", "fail", { inheritedFrom: "an SDK" }),
    check("a", "warn", { check: "w", inheritedFrom: "another" }),
    check("a", "warn", { check: "x", inheritedFrom: "another", because: "w" }),
    check("a", "pass", { check: "y", inheritedFrom: "a third" }),
    run("a", 1, { startMs: 200 }),
    check("b", "warn", { check: "w", inheritedFrom: "another" }),
    check("b", "warn", { check: "v", inheritedFrom: "another" }),
    run("b", 0, { startMs: 900 }),
    run("c", 3),
  );
  expect(report.libraries).toEqual([
    { library: "another", servers: 2, fail: {}, warn: { w: 2, v: 1 } },
    { library: "an SDK", servers: 1, fail: { "tools.unknown-name": 1 }, warn: {} },
  ]);
  expect(report.starts).toEqual([
    { server: "b", startMs: 900 },
    { server: "a", startMs: 200 },
  ]);
  expect(report.startMs).toEqual({ median: 900, p95: 900, most: 900 });
});

test("what was never finished counts for nothing, what was delivered twice once, and of a server the latest", () => {
  const again = { attempt: "again", startedAt: "2026-01-02T00:00:00.000Z" };
  const report = reportOf(
    check("a", "fail"),
    run("a", 1),
    run("a", 1),
    check("killed", "fail"),
    check("a", "pass", { attempt: "again" }),
    run("a", 0, again),
  );
  expect([report.servers, report.conform, report.checks]).toEqual([1, 1, []]);
});

test("an empty fleet comes to nothing", () => {
  expect(reportOf().ms).toEqual({ median: 0, p95: 0, most: 0 });
});

describe("since another night", () => {
  const changes = (was: readonly ResultRow[], is: readonly ResultRow[]) => fleetChanges(latestOf(was), latestOf(is));

  test("what failed and passes is fixed, what passed and fails is broken", () => {
    const pass = [check("a", "pass"), run("a", 0)];
    const fail = [check("a", "fail", { message: "no error" }), run("a", 1)];
    const one = { server: "a", check: "tools.unknown-name", revision: "2025-11-25", message: "no error" };
    expect(changes(pass, fail)).toMatchObject({ broken: [one], fixed: [] });
    expect(changes(fail, pass)).toMatchObject({ broken: [], fixed: [one] });
    expect(changes(fail, fail)).toMatchObject({ broken: [], fixed: [] });
  });

  test("what is warned of anew is told apart from what broke", () => {
    const pass = [check("a", "pass"), run("a", 0)];
    const warn = [check("a", "warn"), run("a", 0)];
    const fail = [check("a", "fail"), run("a", 1)];
    expect(changes(pass, warn)).toMatchObject({ broken: [], warned: [{ server: "a" }], warnedNoMore: [] });
    expect(changes(warn, pass)).toMatchObject({ fixed: [], warned: [], warnedNoMore: [{ server: "a" }] });
    expect(changes(fail, warn)).toMatchObject({ fixed: [], warned: [], warnedNoMore: [] });
    expect(changes(warn, fail)).toMatchObject({ broken: [{ server: "a" }], warnedNoMore: [] });
  });

  test("what failed and came to no conclusion is not fixed, and who could not be judged has broken nothing", () => {
    const fail = [check("a", "fail"), run("a", 1)];
    expect(changes(fail, [check("a", "untested"), run("a", 1)])).toMatchObject({ broken: [], fixed: [] });
    expect(changes(fail, [run("a", 3)])).toMatchObject({
      broken: [],
      fixed: [],
      noLongerJudged: [{ server: "a", reason: "it ended" }],
    });
    expect(changes([run("a", 3)], fail)).toMatchObject({ broken: [], judgedAgain: ["a"] });
    expect(changes([run("a", 0)], [run("b", 0)])).toMatchObject({ added: ["b"], gone: ["a"] });
  });
});
