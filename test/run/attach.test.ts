import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { main } from "../../src/cli/main.ts";
import { runCli } from "../cli/run-cli.ts";

type Report = {
  readonly exitCode: number;
  readonly subject: { readonly name?: string };
  readonly revisions: readonly string[];
  readonly summary: { readonly pass: number };
  readonly error: { readonly message: string } | null;
  readonly findings: readonly { readonly check: string; readonly verdict: string; readonly message: string }[];
};

/** Waits for clients; `meet` is given the address once one can come, and the run is told by Ctrl-C that it was enough. */
async function attach(
  words: readonly string[],
  meet: (url: string) => Promise<void>,
): Promise<{ code: number; report: Report; stderr: string }> {
  const interrupted = new AbortController();
  let [stdout, stderr] = ["", ""];
  let met: Promise<void> | undefined;
  const code = await main(["run", "client", "--attach", "--reporter", "json", ...words], {
    stdout: (text) => void (stdout += text),
    stderr(text) {
      stderr += text;
      const url = /http:\/\/127\.0\.0\.1:\d+\/\w+/.exec(stderr)?.[0];
      if (url !== undefined) met ??= meet(url).finally(() => interrupted.abort("SIGINT"));
    },
    env: {},
    cwd: process.cwd(),
    isTerminal: false,
    interrupted: interrupted.signal,
    async *stdin() {},
  });
  await met;
  return { code, report: JSON.parse(stdout) as Report, stderr };
}

/** A client of few words. */
async function post(url: string, message: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
  });
}

const hello = {
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "few-words", version: "7" } },
};

it("judges whoever comes, shows what it does, and ends with a verdict when told that it was enough", async () => {
  const { code, report, stderr } = await attach([], async (url) => {
    const session = (await post(url, hello)).headers.get("mcp-session-id") ?? "";
    const more = { "mcp-session-id": session, "mcp-protocol-version": "2025-06-18" };
    await post(url, { method: "notifications/initialized" }, more);
    await post(url, { id: 2, method: "tools/list" }, more);
  });
  expect([code, report.exitCode, report.subject.name, report.revisions]).toEqual([0, 0, "few-words", ["2025-06-18"]]);
  expect(report.summary.pass).toBeGreaterThan(8);
  expect(stderr).toContain('{"mcpServers":{"mcpcheck":{"type":"http","url":"http://127.0.0.1:');
  expect(stderr).toContain("1  initialize of few-words 7 2025-06-18\n");
  expect(stderr).toContain("1  tools/list\n");
});

it("says what a client did wrong", async () => {
  const { code, report } = await attach([], async (url) => {
    const session = (await post(url, hello)).headers.get("mcp-session-id") ?? "";
    await post(url, { id: 1, method: "tools/list" }, { "mcp-session-id": session });
  });
  expect(code).toBe(1);
  const wrong = report.findings.filter(({ verdict }) => verdict === "fail").map(({ check }) => check);
  expect(wrong).toContain("jsonrpc.client-id-unique");
  expect(wrong).toContain("http.client-version-header");
});

it("gives no verdict on a browser that looks in, and says what it did", async () => {
  const { code, report } = await attach([], async (url) => void (await fetch(url)));
  expect([code, report.summary.pass]).toEqual([3, 0]);
  expect(report.error?.message).toContain("it sent GET /mcp, which is not MCP");
});

it("gives no verdict when nobody comes", async () => {
  const { exitCode, stdout } = await runCli(["run", "client", "--attach", "--idle", "1", "--reporter", "json"]);
  expect(exitCode).toBe(3);
  expect((JSON.parse(stdout) as Report).error?.message).toContain("nothing was seen of it");
});

it("says that a port is taken", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => void other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const { exitCode, stdout } = await runCli(["run", "client", "--attach", "--port", String(port), "--reporter", "json"]);
  other.close();
  expect(exitCode).toBe(3);
  expect((JSON.parse(stdout) as Report).error?.message).toContain(`cannot listen on 127.0.0.1:${port}`);
});

it.each([
  [["--transport", "pigeon"], "--attach waits on one transport"],
  [["--idle", "0"], "--idle"],
  [["--connections", "many"], "--connections"],
  [["--port", "70000"], "--port"],
  [["--suite", "tools"], "--suite"],
  [["--abilities", "roots"], "--abilities"],
  [["--transport", "stdio", "--port", "7000"], "--port"],
  [["--transport", "sse", "--spec", "2026-07-28"], "--spec"],
  [["--", "node", "driver.js"], "starts no client"],
  [["--adapter", "driver.json"], "starts no client"],
])("refuses %j", async (words, named) => {
  const { exitCode, stderr } = await runCli(["run", "client", "--attach", ...words]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(named);
});
