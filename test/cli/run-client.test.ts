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
    [[], "which client?"],
  ])("refuses %j", async (words, named) => {
    const { exitCode, stderr } = await run(words);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(named);
  });
});
