import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root, runReport } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-starts-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What was recorded of a run over a server made with an SDK. */
async function recorded(revision: string): Promise<readonly Recorded[]> {
  const trace = join(folder, `${revision}.ndjson`);
  const server = [process.execPath, join(root, "test/peers/sdk-v1.mjs")];
  await runReport(["run", "server", "--spec", revision, "--trace", trace, "--", ...server]);
  const lines = readFileSync(trace, "utf8").trim().split("\n").slice(1);
  return lines.map((line) => JSON.parse(line) as Recorded);
}

type Recorded = { kind: string; connection?: number; session?: string; scenario?: string; reason?: string };

const sessionsOf = (events: readonly Recorded[]): string[] =>
  events.flatMap(({ kind, session }) => (kind === "connect" && session !== undefined ? [session] : [])).toSorted();

test("a server is not started for a session in which nothing can run on it, nor for what is odd where it was started for such already", async () => {
  const events = await recorded("2025-11-25");
  expect(sessionsOf(events)).toEqual(["bare", "main", "uninitialized"]);
  const skipped = new Map(events.flatMap(({ kind, scenario, reason }) => (kind === "skip" ? [[scenario, reason]] : [])));
  expect(skipped.get("views-listed")).toMatch(/does not declare/u);
  expect(skipped.get("roots-gone")).toBe("no tool that may be called takes the path of a file");
  const early = events.find(({ session }) => session === "uninitialized")?.connection;
  const there = events.flatMap(({ kind, connection, scenario }) => (kind === "step" && connection === early ? [scenario] : []));
  expect(there).toEqual(expect.arrayContaining(["before-initialize", "unknown-version", "broken-json"]));
}, 120_000);

test("what is odd has a process of its own where the version offered in place of an unknown one is not the one that is judged", async () => {
  expect(sessionsOf(await recorded("2025-06-18"))).toEqual(["bare", "deviant", "main", "uninitialized"]);
}, 120_000);
