import { expect, it } from "vitest";
import type { Finding } from "../../../src/check/finding.ts";
import { jsonReport } from "../../../src/report/json.ts";
import { runCategory } from "../../../src/report/run-category.ts";
import type { RunEvent } from "../../../src/run/run-event.ts";
import { bytes, found, runOf, type RunParts, subject } from "./build.ts";

const roles = [{ revision: "2025-11-25" as const, role: "slow" as const, tool: "wait", by: "hint" as const }];
const met = (subjectId: string): RunEvent => ({ type: "subject.roles", subjectId, roles });
const scenario = (subjectId: string, skipped: string | null): RunEvent => ({
  type: "scenario.finished",
  subjectId,
  revision: "2025-11-25",
  scenario: "tools.slow",
  skipped,
  ms: 3,
});
const two = [
  { subjectId: "one", startMs: 40 },
  { subjectId: "two", revisions: ["2025-06-18", "2025-11-25"] },
];
const broke = { kind: "harness", message: "the run broke off before its end", stderrTail: "" };

it.each<[string, RunParts, object]>([
  [
    "says what was run, and how it ended",
    { findings: [found("tools.a", "pass")], started: { seed: 5 } },
    {
      $schema: "https://unpkg.com/mcpcheck@0/docs/schemas/report.schema.json",
      schemaVersion: 1,
      tool: { name: "mcpcheck", version: "0.1.0" },
      startedAt: "2026-11-21T12:00:00.000Z",
      seed: 5,
      summary: { pass: 1, fail: 0 },
      exitCode: 0,
      interrupted: null,
      ms: 1500,
      error: null,
    },
  ],
  [
    "of a run that broke off at once says that it did",
    { started: null, subjects: [], finished: null },
    { tool: null, startedAt: null, seed: null, subject: null, revisions: [], exitCode: 3, ms: null, stale: [], error: broke },
  ],
  [
    "of a run that broke off counts what was found",
    { findings: [found("tools.a", "fail")], finished: null },
    { summary: { pass: 0, fail: 1 }, exitCode: 3, interrupted: null, error: broke },
  ],
  ["of one subject says which", {}, { subject, revisions: ["2025-11-25"] }],
  [
    "of a subject that never said what it is says what was known before",
    { subjects: [], started: { subject, revisions: ["2025-06-18", "2025-03-26"] } },
    { subject, revisions: ["2025-06-18", "2025-03-26"] },
  ],
  [
    "of no subject, asked for every revision, names none",
    { subjects: [], started: { revisions: "all" } },
    { subject: null, revisions: [] },
  ],
  [
    "of two subjects lists both, and each revision once, the oldest first",
    { subjects: two },
    {
      subject,
      subjects: [
        { id: "one", ...subject, revisions: ["2025-11-25"] },
        { id: "two", ...subject, revisions: ["2025-06-18", "2025-11-25"] },
      ],
      revisions: ["2025-06-18", "2025-11-25"],
    },
  ],
  ["of a server that answered says after how long", { subjects: two.slice(0, 1) }, { startMs: 40 }],
  [
    "holds why it was interrupted, notes and entries of the baseline that hold no more",
    {
      others: [{ type: "notice", message: "a note" }],
      finished: { interrupted: "SIGTERM", stale: [{ entry: { check: "tools.b" }, why: "gone" }] },
    },
    { exitCode: 143, interrupted: "SIGTERM", notices: ["a note"], stale: [{ entry: { check: "tools.b" }, why: "gone" }] },
  ],
  ["tells who had a role", { others: [met("server")] }, { roles }],
  [
    "of two subjects tells whose tool had a role",
    { subjects: two, others: [met("two")] },
    { roles: [{ subject: "two", ...roles[0] }] },
  ],
  [
    "names the scenarios that were skipped, and only those",
    { others: [scenario("server", "needs a hint: slow"), scenario("server", null)] },
    { skipped: [{ scenario: "tools.slow", revision: "2025-11-25", reason: "needs a hint: slow" }] },
  ],
  [
    "of two subjects says with which a scenario was skipped",
    { subjects: two, others: [scenario("two", "no tool")] },
    { skipped: [{ subject: "two", scenario: "tools.slow", revision: "2025-11-25", reason: "no tool" }] },
  ],
])("a report %s", async (_title, parts, expected) => {
  expect(jsonReport(await runOf(parts))).toMatchObject(expected);
});

it.each<[string, RunParts, readonly string[]]>([
  ["of one subject without roles", {}, ["subjects", "roles", "startMs"]],
  ["of two subjects", { subjects: two, others: [{ type: "subject.roles", subjectId: "one", roles: [] }] }, ["roles", "startMs"]],
])("a report %s does not speak of what there is not", async (_title, parts, absent) => {
  const keys = Object.keys(jsonReport(await runOf(parts)));
  expect(["subjects", "roles", "startMs"].filter((key) => !keys.includes(key))).toEqual(absent);
});

it.each<[string, RunParts["subjects"], Finding["verdict"], readonly string[]]>([
  ["a failure has its bytes beside it", [{}], "fail", ["wire"]],
  ["a pass has only the numbers of its evidence", [{}], "pass", []],
  ["a pass of one of several has its subject", two, "pass", ["subject"]],
  ["a failure of one of several has its subject and its bytes", two, "fail", ["subject", "wire"]],
])("%s", async (_title, subjects, verdict, more) => {
  const wire = [bytes(4, "received", "{}")];
  const { subjectId, ...finding } = found("tools.a", verdict, { subjectId: "one", wire, evidence: [4] });
  const [told] = jsonReport(await runOf({ findings: [{ subjectId, ...finding }], ...(subjects && { subjects }) })).findings;
  const { wire: _bytes, ...plain } = finding;
  expect(told).toEqual({
    ...plain,
    ...(more.includes("wire") ? { wire } : {}),
    ...(more.includes("subject") ? { subject: "one" } : {}),
  });
});

const one = (subjectId: string): RunParts => ({ subjects: [{ subjectId }] });

it.each<[string, RunParts, string]>([
  ["nothing but itself where nothing was judged", { subjects: [] }, "mcpcheck"],
  ["the kind of a subject named by it", one("server"), "mcpcheck/server"],
  ["the kind of a subject without a name", one("///"), "mcpcheck/server"],
  [
    "a subject by its words, joined by one dash each",
    one("node  ./build//in - dex.js"),
    "mcpcheck/server/node-.-build-in-dex.js",
  ],
  ["no dash at either end", one("-- node x --"), "mcpcheck/server/node-x"],
  ["no one subject where there are several", { subjects: [{ subjectId: "a" }, { subjectId: "b" }] }, "mcpcheck/server"],
  ["a name of eighty characters whole", one("x".repeat(80)), `mcpcheck/server/${"x".repeat(80)}`],
  ["a longer name by its beginning and a digest", one("x".repeat(81)), `mcpcheck/server/${"x".repeat(71)}-4d1f7bb8`],
])("the category of a run has %s", async (_title, parts, category) => {
  expect(runCategory(await runOf(parts))).toBe(category);
});
