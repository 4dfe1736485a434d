import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, expect, test } from "vitest";
import { root, runCli } from "../../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-mock-from-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bin = join(root, "bin/mcpcheck.js");
const everything = join(root, "node_modules/.bin/mcp-server-everything");

/** What a client gets to hear of the server-everything, real or recorded. */
async function visit(client: Client): Promise<unknown> {
  const { tools } = await client.listTools();
  const heard = [
    client.getServerVersion(),
    client.getInstructions(),
    tools,
    await client.listPrompts(),
    await client.listResources(),
    await client.callTool({ name: "echo", arguments: { message: "again" } }),
    await client.callTool({ name: "get-sum", arguments: { a: 2, b: 3 } }),
  ];
  await client.close();
  return heard;
}

/** A client that declares nothing, so that the server asks nothing of it unasked. */
async function connected(transport: ConstructorParameters<typeof StdioClientTransport>[0] | URL): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(
    transport instanceof URL
      ? (new StreamableHTTPClientTransport(transport) as Parameters<Client["connect"]>[0])
      : new StdioClientTransport({ ...transport, stderr: "ignore" }),
  );
  return client;
}

test("a real server is recorded, made a mock of, and says the same over stdio and HTTP", { timeout: 240_000 }, async () => {
  const trace = join(folder, "session.ndjson");
  const node = process.execPath;
  const real = await connected({ command: node, args: [bin, "record", "--out", trace, "--", everything] });
  const heard = await visit(real);
  const made = await runCli(["mock", "from", "session.ndjson", "--out", "mock.json"], { cwd: folder });
  expect(made).toMatchObject({ exitCode: 0, stdout: "" });
  expect(made.stderr).toMatch(/^wrote mock\.json\nmcp-servers-everything: \d+ requests of \d+ methods, at 2025-11-25\n/);
  const file = join(folder, "mock.json");
  expect(await visit(await connected({ command: node, args: [bin, "serve", "mock", file] }))).toEqual(heard);
  const served = spawn(node, [bin, "serve", "mock", file, "--transport", "http"], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const line = await new Promise<string>((resolve) => void served.stdout.once("data", (bytes) => resolve(String(bytes))));
    expect(await visit(await connected(new URL((JSON.parse(line) as { url: string }).url)))).toEqual(heard);
  } finally {
    served.kill();
  }
});
