import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, expect, test, vi } from "vitest";
import { root } from "../support/run-cli.ts";

// A place to wait of its own: where the user's runs wait, another one may.
const folder = mkdtempSync(join(tmpdir(), "mcpcheck-attach-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Waiting = { readonly child: ChildProcess; readonly said: () => string; readonly ended: Promise<number | null> };

/** A run that waits for a client over stdio; resolves once it does. */
async function waiting(...words: readonly string[]): Promise<Waiting> {
  const env = { ...process.env, TMPDIR: folder };
  const command = [join(root, "bin/mcpcheck.js"), "run", "client", "--attach", "--transport", "stdio", ...words];
  const child = spawn(process.execPath, command, { env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => void child.once("exit", resolve));
  await vi.waitFor(() => expect(said).toContain("mcpServers"), { timeout: 60_000 });
  return { child, said: () => said, ended };
}

/** What a person would put into the configuration of their client. */
function entryIn(said: string): { readonly command: string; readonly args: string[] } {
  const line = said.split("\n").find((one) => one.trim().startsWith("{")) ?? "";
  const { mcpServers } = JSON.parse(line) as { mcpServers: { mcpcheck: { command: string; args: string[] } } };
  return mcpServers.mcpcheck;
}

test("a client starts the command that was printed, and is judged when it has gone", async () => {
  const report = join(folder, "report.json");
  const { said, ended } = await waiting("--connections", "1", "--reporter", `json=${report}`);
  const client = new Client({ name: "sdk", version: "1.0.0" });
  await client.connect(new StdioClientTransport(entryIn(said())));
  await client.callTool({ name: "demands", arguments: {} });
  await client.callTool({ name: "start_here", arguments: {} });
  await client.close();
  expect(await ended).toBe(0);
  expect(said()).toContain("1  tools/call demands\n");
  const { findings } = JSON.parse(readFileSync(report, "utf8")) as { findings: { check: string; verdict: string }[] };
  const passed = findings.filter(({ verdict }) => verdict === "pass").map(({ check }) => check);
  expect(passed).toEqual(expect.arrayContaining(["lifecycle.client-initialize-first", "process.client-closes-stdin"]));
});

test("a client that stays is left alone when it was enough, and nothing is left of the record", async () => {
  const { child, said, ended } = await waiting();
  const client = new Client({ name: "sdk", version: "1.0.0" });
  await client.connect(new StdioClientTransport(entryIn(said())));
  await client.listTools();
  await vi.waitFor(() => expect(said()).toContain("1  tools/list"), { timeout: 60_000 });
  child.kill("SIGINT");
  expect(await ended).toBe(0);
  expect((await client.callTool({ name: "start_here", arguments: {} })).isError).not.toBe(true);
  await client.close();
  expect(existsSync(join(folder, `mcpcheck-attach-${process.getuid?.()}`, String(child.pid)))).toBe(false);
});
