import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root, runReport } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-starts-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a server is not started for a session in which nothing can run on it", async () => {
  const trace = join(folder, "trace.ndjson");
  const server = [process.execPath, join(root, "test/peers/sdk-v1.mjs")];
  await runReport(["run", "server", "--spec", "2025-11-25", "--trace", trace, "--", ...server]);
  const lines = readFileSync(trace, "utf8").trim().split("\n").slice(1);
  const events = lines.map((line) => JSON.parse(line) as { kind: string; session?: string; scenario?: string; reason?: string });
  const sessions = new Set(events.flatMap(({ kind, session }) => (kind === "connect" ? [session] : [])));
  expect(sessions).toEqual(new Set(["main", "bare", "deviant", "uninitialized"]));
  const skipped = new Map(events.flatMap(({ kind, scenario, reason }) => (kind === "skip" ? [[scenario, reason]] : [])));
  expect(skipped.get("views-listed")).toMatch(/does not declare/u);
  expect(skipped.get("roots-gone")).toBe("no tool that may be called takes the path of a file");
}, 120_000);
