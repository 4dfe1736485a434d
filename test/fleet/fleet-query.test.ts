import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSegment } from "../../src/fleet/results-folder.ts";
import { checkRow, runRow as run } from "../support/result-rows.ts";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-query-"));
const before = join(folder, "before");
const after = join(folder, "after");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const startedAt = "2026-01-01T00:00:00.000Z";

beforeAll(() => {
  const was = openSegment(before, new Date(startedAt));
  was.add([
    checkRow("io.a/x", "pass", { check: "tools.one" }),
    checkRow("io.a/x", "fail", { check: "tools.two", message: "two" }),
    run("io.a/x", 1),
  ]);
  was.add([run("io.a/old", 0)]);
  was.close();
  const is = openSegment(after, new Date(startedAt));
  is.add([
    checkRow("io.a/x", "fail", { check: "tools.one", message: "no | error" }),
    checkRow("io.a/x", "pass", { check: "tools.two" }),
    run("io.a/x", 1, { summary: { pass: 1, fail: 1 } }),
  ]);
  is.add([checkRow("io.b/y", "warn", { check: "tools.one", message: "odd\u001b[2J" }), run("io.b/y", 0)]);
  is.close();
});

test("compare says what broke, was fixed, is new and is gone, and fails where something broke", async () => {
  const { exitCode, stdout } = await runCli(["fleet", "compare", before, after]);
  expect(exitCode).toBe(1);
  expect(stdout).toContain("1 verdict broken, 1 fixed, 0 warned of anew, 0 no more; 1 server new, 1 gone");
  expect(stdout).toMatch(/## Broken\n\n.*\n.*\n\| io\.a\/x \| tools\.one \| 2025-11-25 \| no .*error \|/);
  expect(stdout).toMatch(/## New servers\n\n.*\n.*\n\| io\.b\/y \|/);
  expect(stdout).toMatch(/## Gone servers\n\n.*\n.*\n\| io\.a\/old \|/);
  const same = await runCli(["fleet", "compare", after, after, "--json"]);
  expect(same.exitCode).toBe(0);
  expect(JSON.parse(same.stdout)).toEqual({
    schemaVersion: 1,
    broken: [],
    fixed: [],
    warned: [],
    warnedNoMore: [],
    added: [],
    gone: [],
    noLongerJudged: [],
    judgedAgain: [],
  });
});

test("query shows the rows that fit all that is said, and what servers wrote cannot act on a terminal", async () => {
  const all = await runCli(["fleet", "query", "--from", after]);
  expect(all.stdout.split("\n")).toEqual([
    "io.a/x  2025-11-25  tools.one  fail  no | error",
    "io.a/x  2025-11-25  tools.two  pass",
    expect.stringContaining("io.b/y  2025-11-25  tools.one  warn  odd"),
    "",
  ]);
  expect(all.stdout).not.toContain("\u001b");
  const some = await runCli(["fleet", "query", "--from", after, "--verdict", "fail,warn", "--server", "io.b/*", "--json"]);
  expect(JSON.parse(some.stdout)).toEqual({
    server: "io.b/y",
    revision: "2025-11-25",
    check: "tools.one",
    level: "MUST",
    verdict: "warn",
    message: "odd\u001b[2J",
    mcpcheck: "1.0.0",
    startedAt,
  });
  const none = await runCli(["fleet", "query", "--from", after, "--check", "prompts.*"]);
  expect([none.exitCode, none.stdout, none.stderr]).toEqual([0, "", "0 rows\n"]);
});

test("a Parquet file has the rows, and null where a row says nothing", async () => {
  const file = join(folder, "rows.parquet");
  const { exitCode, stderr } = await runCli(["fleet", "query", "--from", after, "--parquet", file]);
  expect([exitCode, stderr]).toEqual([0, `3 rows in ${file}\n`]);
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(file) });
  expect(rows.map(({ server, check: id, verdict, message }) => [server, id, verdict, message])).toEqual([
    ["io.a/x", "tools.one", "fail", "no | error"],
    ["io.a/x", "tools.two", "pass", null],
    ["io.b/y", "tools.one", "warn", "odd\u001b[2J"],
  ]);
  const nowhere = await runCli(["fleet", "query", "--from", after, "--parquet", join(folder, "none", "rows.parquet")]);
  expect([nowhere.exitCode, nowhere.stderr]).toEqual([2, expect.stringContaining("--parquet: cannot write")]);
});

test("a verdict that there is none of is named", async () => {
  const { exitCode, stderr } = await runCli(["fleet", "query", "--from", after, "--verdict", "failed"]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('there is no verdict "failed" in results: pass, fail')]);
});

test("a question in SQL is answered from the latest results", async () => {
  const failed = `select server, "check" from checks where verdict = 'fail'`;
  const shown = await runCli(["fleet", "query", "--from", after, failed]);
  expect([shown.exitCode, shown.stdout, shown.stderr]).toEqual([0, "server  check\nio.a/x  tools.one\n", "1 row\n"]);
  const counts = 'select server, "exitCode", fail from runs order by server';
  const json = await runCli(["fleet", "query", "--from", after, "--json", counts]);
  expect(
    json.stdout
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line)),
  ).toEqual([
    { server: "io.a/x", exitCode: 1, fail: 1 },
    { server: "io.b/y", exitCode: 0, fail: 0 },
  ]);
  const odd = await runCli(["fleet", "query", "--from", after, "select message from checks where message like 'odd%'"]);
  expect(odd.stdout).not.toContain("\u001b");
});

test("a question that cannot be answered is an error in DuckDB's words, and so is one beside other filters", async () => {
  const odd = await runCli(["fleet", "query", "--from", after, "selec"]);
  expect([odd.exitCode, odd.stderr]).toEqual([2, expect.stringContaining("the question cannot be answered: Parser Error")]);
  const both = await runCli(["fleet", "query", "--from", after, "--verdict", "fail", "select 1"]);
  expect([both.exitCode, both.stderr]).toEqual([2, expect.stringContaining("--verdict and a question in SQL")]);
});
