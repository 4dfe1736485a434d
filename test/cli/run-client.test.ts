import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runCli } from "./run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-run-client-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = async (words: readonly string[]) =>
  await runCli(["run", "client", "--reporter", "json", ...words], { env: { PATH: process.env["PATH"] ?? "" } });

const reportOf = (stdout: string) =>
  JSON.parse(stdout) as {
    readonly exitCode: number;
    readonly summary: { readonly pass: number };
    readonly error: { readonly message: string };
  };

describe("run client", () => {
  it("judges nothing of a command that ends at once", async () => {
    const { exitCode, stdout } = await run(["--", process.execPath, "-e", "process.exitCode = 4"]);
    const report = reportOf(stdout);
    expect([exitCode, report.summary.pass]).toEqual([3, 0]);
    expect(report.error.message).toContain("exited with code 4");
  });

  it("judges nothing of a command that only opens the port", async () => {
    const file = join(folder, "connect.mjs");
    writeFileSync(
      file,
      `import { connect } from "node:net"; const { port } = new URL(process.argv[2]); const s = connect(port, "127.0.0.1", () => s.end());`,
    );
    const { exitCode, stdout } = await run(["--transport", "http", "--", process.execPath, file, "{url}"]);
    expect([exitCode, reportOf(stdout).summary.pass]).toEqual([3, 0]);
    expect(reportOf(stdout).error.message).toContain("it opened a connection to the mock server and sent no request");
  });

  it("judges nothing of a command that starts the server and says nothing to it", async () => {
    const file = join(folder, "start.mjs");
    writeFileSync(
      file,
      `import { spawnSync } from "node:child_process"; const { command, args } = JSON.parse(process.env.MCPCHECK_SERVER); spawnSync(command, args, { input: "" });`,
    );
    const { exitCode, stdout } = await run(["--transport", "stdio", "--", process.execPath, file]);
    expect([exitCode, reportOf(stdout).summary.pass]).toEqual([3, 0]);
    expect(reportOf(stdout).error.message).toContain("it started the mock server and wrote nothing to it");
  });

  it.each([["true"], ["cat"], ["sleep", "60"]])("judges nothing of %s, and says so", async (...words) => {
    const { exitCode, stdout } = await run(["--timeout", "300", "--", ...words]);
    expect([exitCode, reportOf(stdout).summary.pass]).toEqual([3, 0]);
    expect(reportOf(stdout).error.message).toMatch(/exited with code \d.*|was still running after 300 ms/);
  });

  it("starts what an adapter file says, with its variables, and can only do what it says", async () => {
    const file = join(folder, "mine.json");
    const script = "if (process.env.MINE !== 'yes') process.exit(9); console.error(process.argv[1])";
    const command = [process.execPath, "-e", script, "{url}"];
    writeFileSync(
      file,
      JSON.stringify({ id: "mine", title: "Mine", command, environment: { MINE: "yes" }, abilities: ["http"], timeoutMs: 5000 }),
    );
    const { exitCode, stdout } = await run(["--adapter", file]);
    expect(exitCode).toBe(3);
    expect(reportOf(stdout).error.message).toMatch(/^mine: no request .* exited with code 0$/);
  });

  it("names what a driver reports that is none, and judges the wire all the same", async () => {
    const file = join(folder, "nonsense.mjs");
    writeFileSync(
      file,
      `console.log('{"step":0,"ok":"of course"}'); process.argv.splice(2); await import(${JSON.stringify(join(process.cwd(), "examples/clients/typescript-sdk-v1.mjs"))});`,
    );
    const words = ["run", "client", "--transport", "http", "--suite", "lifecycle", "--spec", "2025-11-25"];
    const { exitCode, stdout } = await runCli([...words, "--", process.execPath, file], {
      env: { PATH: process.env["PATH"] ?? "" },
    });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('{"step":0,"ok":"of course"}: "ok" is true or false');
  });

  it("says what a program did that is no MCP client", async () => {
    const script = "await fetch(process.argv.at(-1))";
    const { exitCode, stdout } = await run(["--transport", "http", "--", process.execPath, "--input-type=module", "-e", script]);
    expect(exitCode).toBe(3);
    expect(reportOf(stdout).error.message).toContain("it sent GET /mcp");
  });

  it.each([
    [["--transport", "stdio", "--", "node", "{url}"], "{url}"],
    [["--transport", "http", "--", "node", "{command}"], "{command}"],
    [["--transport", "pigeon", "--", "node"], "--transport"],
    [["--abilities", "flying", "--", "node"], "--abilities"],
    [["--suite", "nonsense", "--", "node"], "--suite"],
    [["--adapter", "nowhere.json"], "cannot read nowhere.json"],
    [["--adapter", "package.json"], "package.json#"],
    [["--adapter", "package.json", "--", "node"], "leave out what stands after --"],
    [[], "which client?"],
  ])("refuses %j", async (words, named) => {
    const { exitCode, stderr } = await run(words);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(named);
  });
});
