import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Report, root, runCli, runReport } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-judge-"));
afterAll(() => rmSync(folder, { recursive: true }));

const told = ({ findings }: Report): unknown[] =>
  findings.map(({ check, revision, verdict, message, evidence, promised }) => ({
    check,
    revision,
    verdict,
    message,
    evidence,
    promised,
  }));

test.each(["sdk-v1.mjs", "sdk-v2.mjs"])("the saved trace of a run on %s is judged as the run was", async (peer) => {
  const trace = join(folder, `${peer}.ndjson`);
  const run = await runReport(["run", "server", "--trace", trace, "--", process.execPath, join(root, "test/peers", peer)]);
  const again = await runCli(["judge", trace, "--reporter", "json"]);
  const judged = JSON.parse(again.stdout) as Report;
  expect(told(run.report).length).toBeGreaterThan(100);
  expect(told(judged)).toEqual(told(run.report));
  expect(judged.summary).toEqual(run.report.summary);
  expect(again.exitCode).toBe(run.exitCode);
});
