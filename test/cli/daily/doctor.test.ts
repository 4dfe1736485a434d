import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lookAround } from "../../../src/cli/doctor/look-around.ts";
import type { Io } from "../../../src/cli/io.ts";
import { root, runCli } from "../../support/run-cli.ts";

let cwd = "";
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "mcpcheck-doctor-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

const mock = { command: process.execPath, args: [join(root, "bin/mcpcheck.js"), "serve", "mock", "echo"] };

test("a server that can be judged is told with what it speaks", async () => {
  const { exitCode, stdout } = await runCli(["doctor", "--timeout", "60000", "--", mock.command, ...mock.args], { cwd });
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^ok {3}Node\.js v/);
  expect(stdout).toMatch(/serve mock echo: speaks 2025-11-25, first answer after \d+ ms\n/);
  expect(stdout).not.toContain("BAD");
});

test("the servers of the project are looked at, and what a broken one said is shown", async () => {
  const broken = { command: process.execPath, args: ["-e", "console.error('no key');process.exit(4)"] };
  writeFileSync(join(cwd, "mcpcheck.config.json"), JSON.stringify({ servers: { good: mock, broken } }));
  const { exitCode, stdout } = await runCli(["doctor", "--timeout", "60000"], { cwd });
  expect(exitCode).toBe(3);
  expect(stdout).toMatch(/ok {3}good: speaks 2025-11-25/);
  expect(stdout).toMatch(/BAD .*exited with code 4 after .*: its last words:\n {7}\| no key/);
});

test("a program that is not there, and no server at all", async () => {
  const missing = await runCli(["doctor", "--", "mcpcheck-no-such-program"], { cwd });
  expect(missing).toMatchObject({ exitCode: 3 });
  expect(missing.stdout).toContain("no program mcpcheck-no-such-program on PATH: install it, or name it with its folder");
  const none = await runCli(["doctor"], { cwd });
  expect(none).toMatchObject({ exitCode: 0 });
  expect(none.stdout).toContain("no server was looked at");
});

test("an old Node.js is bad, a missing runner and a proxy are worth a note, whose value is not told", async () => {
  const io = { env: { PATH: cwd, HTTPS_PROXY: "http://u:secret@p" } } as unknown as Io;
  const seen = await lookAround(io, "v20.18.1");
  expect(seen[0]).toEqual({ state: "bad", what: "Node.js v20.18.1", remedy: "install 20.19 or newer" });
  expect(seen.filter(({ state }) => state === "note").map(({ what }) => what)).toEqual([
    "no npx on PATH",
    "no uvx on PATH",
    "no bwrap on PATH",
    "HTTPS_PROXY set",
  ]);
  expect(JSON.stringify(seen)).not.toContain("secret");
});
