import { expect, test } from "vitest";
import { runReport } from "../support/run-cli.ts";

test("a server that ends at what is no message is warned of that, and fails by no promise it could not keep", async () => {
  const argv = ["run", "server", "--spec", "2025-11-25", "--suite", "jsonrpc", "--", "node", "test/server/ends-at-garbage.mjs"];
  const { exitCode, report } = await runReport(argv);
  const verdictOf = (id: string) => report.findings.find(({ check }) => check === id)?.verdict;
  expect(report.findings.filter(({ verdict, promised }) => verdict === "untested" && promised)).toEqual([]);
  expect(report.findings.filter(({ verdict }) => verdict === "fail")).toEqual([]);
  expect(verdictOf("jsonrpc.survives-malformed")).toBe("warn");
  expect(verdictOf("jsonrpc.batch-not-answered")).toBe("untested");
  expect(exitCode).toBe(0);
});
