import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Report, root } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-single-instance-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const server = join(root, "test/peers/sdk-v1.mjs");

function judged(...command: readonly string[]): Report {
  const options = ["run", "server", "--reporter", "json", "--"];
  const { stdout } = spawnSync(process.execPath, [join(root, "bin/mcpcheck.js"), ...options, process.execPath, ...command], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return JSON.parse(stdout) as Report;
}

const accusations = ({ findings }: Report): string[] =>
  findings.filter(({ verdict }) => verdict === "fail" || verdict === "warn").map(({ check, verdict }) => `${verdict} ${check}`);

test("a server whose instances end each other is judged alone, and is told only that they do", () => {
  const alone = judged(server);
  const single = judged(join(root, "test/server/single-instance.mjs"), join(folder, "pid"), server);
  expect(single.error).toBeNull();
  expect(single.exitCode).toBe(0);
  expect(accusations(single).toSorted()).toEqual([...accusations(alone), "warn process.side-by-side"].toSorted());
});
