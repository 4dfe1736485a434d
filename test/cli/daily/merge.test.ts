import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Finding } from "../../../src/check/finding.ts";
import type { RunEvent } from "../../../src/run/run-event.ts";
import { summarise } from "../../../src/run/summary.ts";
import { type Report, runCli } from "../../support/run-cli.ts";

let cwd = "";
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "mcpcheck-merge-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

/** Saves a run on one subject that comes to one verdict; `lines` are how many of its lines are left. */
function save(file: string, subjectId: string, verdict: "pass" | "fail", { exitCode = 0, lines = 5 } = {}): void {
  const subject = { kind: "server", transport: "stdio", command: ["node", `${subjectId}.js`] } as const;
  const finding: Finding = {
    check: "tools.unknown-name",
    title: "An unknown tool is refused",
    advice: "Refuse it.",
    scenario: null,
    revision: "2025-11-25",
    level: "MUST",
    verdict,
    message: "it answered",
    spec: "https://example.org/spec",
    evidence: [],
    promised: false,
  };
  const events: readonly RunEvent[] = [
    {
      type: "run.started",
      schemaVersion: 1,
      startedAt: "2026-07-28T00:00:00.000Z",
      tool: { name: "mcpcheck", version: "0.1.0" },
      argv: ["mcpcheck", "run", "server"],
      subject,
      revisions: "auto",
      seed: 1,
      strict: false,
    },
    { type: "subject.described", subjectId, subject, revisions: ["2025-11-25"] },
    { type: "finding", subjectId, finding, wire: [], repro: "mcpcheck run server" },
    { type: "subject.finished", subjectId, error: null, ms: 5 },
    { type: "run.finished", summary: summarise([finding]), exitCode, error: null, stale: [], interrupted: null, ms: 10 },
  ];
  const text = events.slice(0, lines).map((event) => `${JSON.stringify(event)}\n`);
  writeFileSync(join(cwd, file), text.join(""));
}

type Merged = Report & { readonly code: number; readonly subjects: readonly (string | undefined)[] };

async function merged(...files: string[]): Promise<Merged> {
  const { stdout, stderr, exitCode } = await runCli(["merge", ...files, "--reporter", "json"], { cwd });
  expect(stderr).toBe("");
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly { readonly subject?: string }[] };
  return { ...(JSON.parse(stdout) as Report), code: exitCode, subjects: findings.map(({ subject }) => subject) };
}

test("two runs are one, with the exit code both come to", async () => {
  save("one.ndjson", "one", "pass");
  save("two.ndjson", "two", "fail", { exitCode: 1 });
  const report = await merged("one.ndjson", "two.ndjson");
  expect(report).toMatchObject({ code: 1, exitCode: 1, summary: { pass: 1, fail: 1 }, error: null });
  expect(report.subjects).toEqual(["one", "two"]);
});

test("a subject that several runs judged is told apart by the run", async () => {
  save("linux.ndjson", "server", "pass");
  save("windows.ndjson", "server", "pass");
  const { subjects, code } = await merged("linux.ndjson", "windows.ndjson");
  expect(code).toBe(0);
  expect(subjects).toEqual(["server (linux)", "server (windows)"]);
});

test("a run that was cut off leaves what it judged, and no verdict on the whole", async () => {
  save("one.ndjson", "one", "pass");
  save("two.ndjson", "two", "pass", { lines: 3 });
  const report = await merged("one.ndjson", "two.ndjson");
  expect(report).toMatchObject({ code: 3, summary: { pass: 2 }, error: { kind: "harness" } });
  expect(report.error?.message).toContain("two: the run was cut off");
});

test("a run that could not judge makes the whole no better", async () => {
  save("one.ndjson", "one", "pass");
  save("two.ndjson", "two", "pass", { exitCode: 3 });
  expect((await merged("one.ndjson", "two.ndjson")).code).toBe(3);
});

test("reports are written as after a run", async () => {
  save("one.ndjson", "one", "pass");
  await runCli(["merge", "one.ndjson", "--reporter", "junit=all.xml"], { cwd });
  expect(readFileSync(join(cwd, "all.xml"), "utf8")).toContain("tools.unknown-name");
});

test.each([
  ["no JSON", "{", /no-json\.ndjson, line 1: is no event in JSON/],
  ["no event", '{"type":"tale"}', /line 1: is no event of a run/],
  ["no beginning", '{"type":"notice","message":"m"}', /does not begin with run\.started/],
])("%s is an error that names the place", async (_, text, message) => {
  writeFileSync(join(cwd, "no-json.ndjson"), text);
  const { exitCode, stderr } = await runCli(["merge", "no-json.ndjson"], { cwd });
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(message)]);
});

test("a file that is missing or named twice is an error", async () => {
  save("one.ndjson", "one", "pass");
  expect((await runCli(["merge", "none.ndjson"], { cwd })).stderr).toMatch(/cannot read none\.ndjson: no such file/);
  expect((await runCli(["merge", "one.ndjson", "one.ndjson"], { cwd })).stderr).toMatch(/one\.ndjson is named twice/);
});
