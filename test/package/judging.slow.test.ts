import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checks, explain, judgeServer, judgeTrace, listTools, type RunEvent, type Trace } from "../../src/library/index.ts";
import { startMockServer } from "../../src/library/mock.ts";
import { failureText, verdictOn } from "../../src/library/judge/check-verdict.ts";

const bin = join(import.meta.dirname, "../../bin/mcpcheck.js");
const mock = (id: string) => ({ command: "node", args: [bin, "serve", "mock", id] });

describe("judgeServer", () => {
  test("gives the report of the command line, tells what happens, and hands over the trace", async () => {
    const events: RunEvent["type"][] = [];
    const traces: Trace[] = [];
    const report = await judgeServer(mock("echo"), {
      spec: "2025-11-25",
      onEvent: ({ type }) => events.push(type),
      onTrace: (trace) => traces.push(trace),
    });
    expect(report).toMatchObject({ exitCode: 0, revisions: ["2025-11-25"], error: null, summary: { fail: 0 } });
    expect(report.summary.pass).toBeGreaterThan(50);
    expect(events[0]).toBe("run.started");
    expect(events.at(-1)).toBe("run.finished");
    const again = await judgeTrace(traces[0] ?? "");
    expect(again.summary).toEqual(report.summary);
  });

  test("reaches a server over HTTP, and shows no secret of its headers", async () => {
    await using server = await startMockServer("echo", { transport: "http" });
    const report = await judgeServer(
      { url: server.url, headers: { Authorization: "Bearer very-secret-token" } },
      { spec: "2025-11-25", check: "lifecycle.*" },
    );
    expect(report.exitCode).toBe(0);
    expect(JSON.stringify(report)).not.toContain("very-secret-token");
    expect(server.requests.some(({ headers }) => headers["authorization"] === "Bearer very-secret-token")).toBe(true);
  });

  test("throws where there is no verdict, with what the server said last", async () => {
    await expect(
      judgeServer({ command: "node", args: ["-e", "console.error('no licence'); process.exit(3)"] }),
    ).rejects.toMatchObject({
      kind: "subject",
      stderrTail: expect.stringContaining("no licence"),
    });
  });

  test.each([
    ["a target that is none", { command: "" }, {}, "nothing to judge"],
    ["a check that does not exist", mock("echo"), { check: "tols.*" }, "no check matches"],
    ["a revision that does not exist", mock("echo"), { spec: "2020-01-01" as never }, "spec: there is no revision 2020-01-01"],
    ["a hint that is none", mock("echo"), { hints: { loud: { tool: "x" } } as never }, "hints"],
  ])("throws a usage error for %s", async (_what, target, options, message) => {
    await expect(judgeServer(target, options)).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining(message),
    });
  });

  test("ends when the signal says so, with its reason", async () => {
    const stop = new AbortController();
    const judging = judgeServer(mock("reference"), {
      signal: stop.signal,
      onEvent: ({ type }) => {
        if (type === "subject.described") stop.abort(new Error("enough"));
      },
    });
    await expect(judging).rejects.toThrow("enough");
  });
});

test("listTools gives all tools, sorted", async () => {
  const names = (await listTools(mock("reference"), { spec: "2025-11-25" })).map((tool) => JSON.stringify(tool["name"]));
  expect(names).toContain('"echo"');
  expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
});

test("a check fails where a finding counts against the server, and its text has the bytes", async () => {
  const rules = [{ on: "ping", do: [{ merge: { result: { extra: 1 } } }] }];
  await using server = await startMockServer({ rules: [...rules] }, { transport: "http", revision: "2025-11-25" });
  const report = await judgeServer({ url: server.url }, { check: "lifecycle.ping*,jsonrpc.response-id" });
  expect(verdictOn(report, "jsonrpc.response-id", false)).toEqual({ kind: "passed" });
  expect(verdictOn(report, "tools.none", false)).toEqual({ kind: "skipped", message: "not judged" });
  expect(verdictOn(report, "lifecycle.ping", false).kind).toBe("failed");
  expect(failureText(report, false)).toMatch(
    /^fail lifecycle\.ping \(MUST, 2025-11-25\)[^]*← #\d+ \{"jsonrpc"[^]*again: mcpcheck run server/,
  );
});

test("checks are listed and explained", () => {
  expect(checks.map(({ id }) => id)).toContain("jsonrpc.response-id");
  expect(explain("jsonrpc.response-id")).toMatchObject({ subject: "server", level: "MUST" });
  expect(() => explain("jsonrpc.response-ids")).toThrow("did you mean jsonrpc.response-id");
});
