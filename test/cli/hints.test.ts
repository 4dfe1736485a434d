import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { runCli } from "./run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-hints-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const echo = [process.execPath, join(import.meta.dirname, "../../bin/mcpcheck.js"), "serve", "mock", "echo"];

it("a hint that names a tool which the server does not list ends the run with a word about it", async () => {
  const hints = join(folder, "hints.json");
  writeFileSync(hints, '{"schemaVersion":1,"roles":{"slow":{"tool":"ecko"}}}');
  const { exitCode, stdout } = await runCli(["run", "server", "--hints", hints, "--", ...echo], {
    env: { PATH: process.env["PATH"] ?? "" },
  });
  expect(stdout).toContain('the role "slow" names the tool "ecko", which the server does not list; did you mean echo?');
  expect(exitCode).toBe(2);
});
