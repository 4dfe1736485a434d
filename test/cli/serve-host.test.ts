import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadMock } from "../../src/mock/script/load-script.ts";
import { createMockServer } from "../../src/mock/mock-server.ts";
import { serveHttp } from "../../src/mock/serve/http/serve-http.ts";
import { serveSse } from "../../src/mock/serve/serve-sse.ts";
import { systemWorld } from "../../src/mock/world/system-world.ts";
import { runCli } from "./run-cli.ts";
import { fakeModel, serveHost } from "./serving.ts";
import { onABusyMachine } from "../support/on-a-busy-machine.ts";

/** A server on stdio in a few lines: lists one tool, answers every call with its environment's names and its process id. */
const program = `
const answer = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
let rest = "";
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    const { id, method } = JSON.parse(line);
    if (method === "initialize") answer(id, { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "x", version: "1" } });
    else if (method === "tools/list") answer(id, { tools: [{ name: "who", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }] });
    else if (method === "tools/call") answer(id, { content: [{ type: "text", text: JSON.stringify({ pid: process.pid, env: Object.keys(process.env) }) }] });
    else if (id === undefined) process.stdout.write("null\\n");
    else process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "no" } }) + "\\n");
  }
});`;

/** What requests that start servers have to be. */
const json = { "content-type": "application/json" };

function file(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "mcpcheck-host-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

async function chat(
  url: string,
  body: object,
): Promise<{ readonly message: { readonly content: string }; readonly tool_results?: readonly { readonly content: string }[] }> {
  const response = await fetch(`${url}/api/chat`, {
    method: "POST",
    headers: json,
    body: JSON.stringify({
      model: "test",
      messages: [{ role: "user", content: "go" }],
      stream: false,
      include_tool_results: true,
      ...body,
    }),
  });
  return (await response.json()) as Awaited<ReturnType<typeof chat>>;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("serve host", () => {
  it("runs servers of requests, keeps them for a session and ends them when it is stopped (B0-044, B0-231, B1-078, BX-015)", async () => {
    const server = file("server.mjs", program);
    const model = await fakeModel([
      { calls: [{ name: "mcp_discover", arguments: { pattern: "who" } }] },
      { calls: [{ name: "s:who" }] },
      { say: "ok" },
    ]);
    const host = await serveHost(["--model-url", model]);
    const servers = [
      { name: "s", command: "node", args: [server], env: { MY_SETTING: "1" } },
      { name: "bad", command: "bash" },
    ];
    const first = await chat(host.url, { mcp_servers: servers, session_id: "one" });
    const second = await chat(host.url, { mcp_servers: servers, session_id: "one" });
    const [, one] = first.tool_results ?? [];
    const { pid, env } = JSON.parse(one?.content ?? "{}") as { pid: number; env: string[] };
    expect(env).toContain("MY_SETTING");
    expect(env.filter((name) => name.includes("npm_"))).toEqual([]);
    expect((JSON.parse(second.tool_results?.[1]?.content ?? "{}") as { pid: number }).pid).toBe(pid);
    expect(first.tool_results?.[0]?.content).toContain("bad");
    const began = performance.now();
    expect(await host.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(onABusyMachine.time(5000));
    expect(isAlive(pid)).toBe(false);
  });

  it.each(["http", "sse"] as const)(
    "uses servers over %s, with the names bare on the wire (B0-162, B0-293, B1-014, B3-016)",
    async (transport) => {
      const mock = createMockServer(
        loadMock("reference", process.cwd()),
        systemWorld(transport, () => undefined),
      );
      const listening = await (transport === "http" ? serveHttp : serveSse)(mock, { host: "127.0.0.1", port: 0 });
      onTestFinished(() => listening.close());
      const config = file("servers.json", JSON.stringify({ mcpServers: { remote: { url: listening.url, transport } } }));
      const model = await fakeModel([
        { calls: [{ name: "mcp_discover", arguments: { pattern: "echo" } }] },
        { calls: [{ name: "remote:echo", arguments: { text: "hi" } }] },
        { say: "ok" },
      ]);
      const host = await serveHost(["--model-url", model, "--config", config]);
      const { tool_results } = await chat(host.url, {});
      expect(tool_results?.[1]?.content).toContain("hi");
    },
  );

  it("fails only the call whose answer is too long (B0-085, B0-086, B4-020)", async () => {
    const text = "JSON.stringify({ pid: process.pid, env: Object.keys(process.env) })";
    const huge = program
      .replace(text, '"x".repeat(msg.params.arguments.n)')
      .replace("const { id, method } = JSON.parse(line);", "const msg = JSON.parse(line); const { id, method } = msg;");
    const config = file(
      "servers.json",
      JSON.stringify({ mcpServers: { s: { command: "node", args: [file("server.mjs", huge)] } } }),
    );
    const model = await fakeModel([
      ...[2_000_000, 5].map((n) => ({ calls: [{ name: "s:who", arguments: { n } }] })),
      { say: "ok" },
    ]);
    const host = await serveHost([
      "--model-url",
      model,
      "--config",
      config,
      "--set",
      "tools.exposure=eager",
      "--set",
      "limits.maxLineBytes=1048576",
    ]);
    const { tool_results = [] } = await chat(host.url, {});
    expect(tool_results.map(({ content }) => content)).toEqual([
      "the answer of the server was longer than the host takes",
      "xxxxx",
    ]);
  });

  it("takes one server from the command line (B3-009, B3-010)", async () => {
    const server = file("server.mjs", program);
    const model = await fakeModel([{ say: [{ tools: true }] }]);
    const host = await serveHost([
      "--model-url",
      model,
      "--mcp-command",
      "node",
      "--mcp-args",
      server,
      "--set",
      "tools.exposure=eager",
    ]);
    expect((await chat(host.url, {})).message.content).toBe("default:who");
  });

  it("reaches an old server through the fallback (B3-016)", async () => {
    const mock = createMockServer(
      loadMock("reference", process.cwd()),
      systemWorld("sse", () => undefined),
    );
    const listening = await serveSse(mock, { host: "127.0.0.1", port: 0 });
    onTestFinished(() => listening.close());
    const config = file("servers.json", JSON.stringify({ mcpServers: { old: { url: listening.url } } }));
    const model = await fakeModel([{ say: "ok" }]);
    const host = await serveHost(["--model-url", model, "--config", config, "--set", "tools.exposure=eager"]);
    await chat(host.url, {});
    const found = (await (
      await fetch(`${host.url}/api/tools/search`, { method: "POST", headers: json, body: JSON.stringify({ pattern: "echo" }) })
    ).json()) as { total: number };
    expect([found.total, host.stderr()]).toEqual([1, ""]);
  });

  it("gives every model of a configuration its own servers (B1-008, B1-021 to B1-023, B1-026, B1-055)", async () => {
    const server = file("server.mjs", program);
    const yaml = `
mcp:
  servers:
    - { name: one, transport: stdio, command: node, args: ["${server}"] }
    - { name: two, transport: stdio, command: node, args: ["${server}"] }
runtime:
  models:
    - { name: a, provider: ollama, model: test, mcp_servers: [one] }
    - { name: b, provider: ollama, model: test, mcp_servers: [] }
    - name: c
      provider: ollama
      model: test
      mcp_servers: []
      tools: [{ type: function, name: cli.send, description: d, parameters: { type: object, properties: {} } }]
`;
    const model = await fakeModel([{ say: [{ tools: true }] }]);
    const host = await serveHost(["--profile", "llamafarm", "--model-url", model, "--config", file("llamafarm.yaml", yaml)]);
    const ask = async (name: string): Promise<readonly [number, string | undefined]> => {
      const body = JSON.stringify({ model: name, messages: [{ role: "user", content: "go" }] });
      const response = await fetch(`${host.url}/v1/chat/completions`, { method: "POST", body });
      const answer = (await response.json()) as { choices?: { message: { content: string } }[] };
      return [response.status, answer.choices?.[0]?.message.content];
    };
    expect(await Promise.all(["a", "b", "c", "nobody"].map(ask))).toEqual([
      [200, "who"],
      [200, ""],
      [200, "cli.send"],
      [404, undefined],
    ]);
    const { data } = (await (await fetch(`${host.url}/v1/models`)).json()) as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  });

  it.each([
    ["a port that is none", ["--port", "x"], "--port"],
    ["an unknown profile (BX-033)", ["--profile", "olama"], "there is no profile"],
    ["an unknown key", ["--set", "loop.maxRound=3"], "maxRounds"],
    ["a value that does not fit", ["--set", "loop.maxRounds=many"], "maxRounds"],
    ["a file that is not there", ["--config", "/no/such/file.json"], "no such file"],
    ["a server and a file together (B3-011)", ["--mcp-command", "node", "--mcp-config", "x.json"], "give one of them"],
    ["an address that is none", ["--model-url", "nowhere"], "--model-url"],
    ["a profile that serves no HTTP", ["--profile", "dolphin"], "no HTTP surface"],
    ["servers from anywhere without a token (BX-029)", ["--allow-request-servers"], "--token"],
  ])("refuses %s with exit code 2", async (_, argv, words) => {
    const { exitCode, stdout, stderr } = await runCli(["serve", "host", ...argv], { cwd: tmpdir() });
    expect([exitCode, stdout, stderr]).toEqual([2, "", expect.stringContaining(words)]);
  });

  it("names file, line and member of a bad configuration (B0-017)", async () => {
    const config = file("bad.json", '{\n  "servers": [\n    { "name": "x", "command": 3 }\n  ]\n}');
    const { exitCode, stderr } = await runCli(["serve", "host", "--config", config], { cwd: tmpdir() });
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/bad\.json:3:\d+: #\/servers\/0\/command/)]);
  });
});
