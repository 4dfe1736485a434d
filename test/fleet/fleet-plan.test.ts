import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-fleet-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function listOf(name: string, ...lines: readonly string[]): string {
  const file = join(folder, name);
  writeFileSync(file, lines.join("\n"));
  return file;
}

test("plan says of each server how it would be started, and of a line that cannot be taken where it is", async () => {
  const list = listOf(
    "mixed",
    '{"id":"a","command":["node","a.js"],"env":["KEY"]}',
    "{",
    '{"id":"b","url":"http://127.0.0.1:1/mcp"}',
  );
  const { exitCode, stdout, stderr } = await runCli(["fleet", "plan", list]);
  expect(exitCode).toBe(2);
  expect(stdout).toBe("a: node a.js (given KEY)\nb: http://127.0.0.1:1/mcp\n");
  expect(stderr).toContain(`${list}:2:1:2: not JSON`);
  expect(stderr).toContain("2 servers would be judged, 0 cannot be run, 1 line cannot be taken");
});

test("shards have every server between them, and none twice", async () => {
  const list = listOf(
    "many",
    ...Array.from({ length: 30 }, (_unused, index) => JSON.stringify({ id: `s${index}`, command: ["x"] })),
  );
  const parts = await Promise.all(["1/3", "2/3", "3/3"].map((shard) => runCli(["fleet", "plan", list, "--shard", shard])));
  const names = parts.flatMap(({ stdout }) => stdout.trimEnd().split("\n"));
  expect(new Set(names).size).toBe(30);
  expect(names).toHaveLength(30);
});

test.each([
  ["an empty list", () => ["fleet", "plan", listOf("empty", "", "")], "names no server"],
  ["a list that is not there", () => ["fleet", "plan", join(folder, "none")], "no such file"],
  ["results that are not there", () => ["fleet", "report", "--from", join(folder, "none")], "there is no folder of results"],
  [
    "no number of workers",
    () => ["fleet", "run", listOf("one", '{"id":"a","command":["x"]}'), "--out", folder, "--workers", "0"],
    "--workers",
  ],
  ["no queue", () => ["fleet", "push", listOf("one", '{"id":"a","command":["x"]}')], "needs --queue"],
  [
    "an address that is none of a queue",
    () => ["fleet", "work", "--out", folder, "--queue", "http://:secret@127.0.0.1"],
    "--queue: expected an address such as redis://",
  ],
])("%s is a usage error that says what is wrong", async (_name, argv, message) => {
  const { exitCode, stderr } = await runCli(argv());
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test("a queue that cannot be reached is named without what is secret in its address, with what to do", async () => {
  const list = listOf("one", '{"id":"a","command":["x"]}');
  const { exitCode, stderr } = await runCli(["fleet", "push", list, "--queue", "redis://:hidden@127.0.0.1:1"]);
  expect([exitCode, stderr]).toEqual([3, expect.stringContaining("the queue at 127.0.0.1:1 cannot be reached")]);
  expect(stderr).not.toContain("hidden");
});
