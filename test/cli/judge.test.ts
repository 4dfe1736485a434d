import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { schemaAddress } from "../../src/base/published-address.ts";
import { formatTrace } from "../../src/trace/ndjson.ts";
import type { Trace } from "../../src/trace/trace.ts";
import type { WireEvent } from "../../src/trace/wire-event.ts";
import { runCli } from "./run-cli.ts";

let cwd = "";
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "mcpcheck-judge-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

/** A conversation of one ping over stdio, with this answer. */
function ping(answer: string): Trace {
  const frame = (seq: number, direction: "sent" | "received", text: string): WireEvent => ({
    seq,
    at: seq,
    connection: 1,
    kind: "frame",
    direction,
    text,
    bytes: text.length,
    terminator: "\n",
  });
  return {
    subject: { kind: "server", transport: "stdio", command: ["node", "server.js"] },
    events: [
      {
        seq: 1,
        at: 0,
        connection: 1,
        kind: "connect",
        transport: "stdio",
        revision: "2025-11-25",
        session: "main",
        capabilities: {},
        target: "node",
      },
      { seq: 2, at: 1, connection: 1, kind: "step", scenario: "made-up", verb: "request" },
      frame(3, "sent", '{"jsonrpc":"2.0","id":1,"method":"ping"}'),
      ...(answer === "" ? [] : [frame(4, "received", answer)]),
    ],
  };
}

function save(trace: Trace): string {
  writeFileSync(join(cwd, "t.ndjson"), formatTrace(trace));
  return "t.ndjson";
}

const good = '{"jsonrpc":"2.0","id":1,"result":{}}';
const bad = '{"id":1,"result":{}}';
const onlyVersion = ["--check", "jsonrpc.version-member"];

type Report = {
  exitCode: number;
  summary: Record<string, number>;
  findings: { check: string; verdict: string; repro: string }[];
  error: unknown;
};

test("a good trace conforms, a bad one does not, and the report says the same as the exit code", async () => {
  for (const [answer, exitCode, verdict] of [
    [good, 0, "pass"],
    [bad, 1, "fail"],
  ] as const) {
    const result = await runCli(["judge", save(ping(answer)), ...onlyVersion, "--reporter", "json"], { cwd });
    const report = JSON.parse(result.stdout) as Report;
    expect(result.exitCode).toBe(exitCode);
    expect(report).toMatchObject({ exitCode, error: null });
    expect(report.findings).toMatchObject([
      { check: "jsonrpc.version-member", verdict, repro: "mcpcheck judge t.ndjson --check jsonrpc.version-member" },
    ]);
  }
});

test("a trace without an answer cannot be judged: exit 3, no pass", async () => {
  const { exitCode, stdout } = await runCli(["judge", save(ping("")), "--reporter", "json"], { cwd });
  expect(exitCode).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({ exitCode: 3, summary: { pass: 0 }, findings: [], error: { kind: "subject" } });
});

test("a baseline excuses what it lists, is written on demand, and fails the run when stale", async () => {
  const trace = save(ping(bad));
  const judge = ["judge", trace, ...onlyVersion, "--baseline", "known.json"];
  expect((await runCli([...judge, "--update-baseline"], { cwd })).exitCode).toBe(0);
  expect(JSON.parse(readFileSync(join(cwd, "known.json"), "utf8"))).toEqual({
    $schema: schemaAddress("baseline"),
    schemaVersion: 1,
    known: [
      {
        check: "jsonrpc.version-member",
        revision: "2025-11-25",
        reason: "listed by --update-baseline",
        since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    ],
  });
  const known = await runCli(judge, { cwd });
  expect([known.exitCode, known.stdout]).toEqual([0, expect.stringMatching(/^nothing new: 1 failed.* 1 known/)]);
  save(ping(good));
  const stale = await runCli(judge, { cwd });
  expect(stale.exitCode).toBe(1);
  expect(stale.stdout).toContain("jsonrpc.version-member at 2025-11-25: passes now");
});

test("several reports at once, the files where they were asked for", async () => {
  const argv = [
    "judge",
    save(ping(bad)),
    ...onlyVersion,
    "--reporter",
    "pretty,json=out/r.json,junit=out/j.xml,ndjson=out/e.ndjson",
  ];
  const { exitCode, stdout } = await runCli(argv, { cwd });
  expect(exitCode).toBe(1);
  expect(stdout).toContain("FAIL  jsonrpc.version-member");
  expect(stdout).toContain(bad);
  expect(JSON.parse(readFileSync(join(cwd, "out/r.json"), "utf8"))).toMatchObject({ exitCode: 1 });
  expect(readFileSync(join(cwd, "out/j.xml"), "utf8")).toContain("<testsuites");
  expect(readFileSync(join(cwd, "out/e.ndjson"), "utf8")).toContain('{"type":"run.finished"');
});

test("the github reporter appends the step summary", async () => {
  const env = { GITHUB_STEP_SUMMARY: join(cwd, "summary.md") };
  await runCli(["judge", save(ping(bad)), ...onlyVersion, "--reporter", "github"], { cwd, env });
  expect(readFileSync(env.GITHUB_STEP_SUMMARY, "utf8")).toContain("## fail: `jsonrpc.version-member`");
});

test.each([
  [["judge", "none.ndjson"], /none\.ndjson/],
  [["judge"], /missing required argument/],
  [["judge", "t.ndjson", "--check", "nothing.matches"], /no check matches "nothing\.matches"/],
  [["judge", "t.ndjson", "--reporter", "prety"], /did you mean pretty/],
  [["judge", "t.ndjson", "--update-baseline"], /needs --baseline/],
  [["judge", "t.ndjson", "--baseline", "none.json"], /none\.json/],
  [["judge", "broken.ndjson"], /broken\.ndjson:2: not JSON/],
])("%j is a usage error that names what is wrong", async (argv, message) => {
  const text = formatTrace(ping(good));
  writeFileSync(join(cwd, "t.ndjson"), text);
  writeFileSync(join(cwd, "broken.ndjson"), `${text.split("\n")[0]}\n{"seq":1,`);
  const { exitCode, stdout, stderr } = await runCli(argv, { cwd });
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(message);
  expect(stdout).not.toContain("pass ");
});

test("a usage error is in the JSON report too, which stays the only thing on standard output", async () => {
  const { exitCode, stdout } = await runCli(["judge", "none.ndjson", "--reporter", "json"], { cwd });
  expect(exitCode).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({
    exitCode: 2,
    findings: [],
    error: { kind: "usage", message: expect.stringMatching("none.ndjson") },
  });
});
