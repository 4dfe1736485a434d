import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type JsonObject, valueAt } from "../../src/jsonrpc/json.ts";
import { root } from "../support/run-cli.ts";

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** `serve mock` as a process of its own. */
function start(...words: string[]) {
  const child = spawn(process.execPath, [join(root, "bin/mcpcheck.js"), "serve", "mock", ...words]);
  children.push(child);
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  const ended = new Promise<{ code: number | null; signal: string | null; out: string; err: string }>((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, out, err }));
  });
  const line = () =>
    new Promise<string>((resolve) => {
      const look = () => (out.includes("\n") ? resolve(out.slice(0, out.indexOf("\n"))) : child.stdout.once("data", look));
      look();
    });
  return { child, ended, line };
}

const initialize = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } },
})}\n`;
const call = (name: string) =>
  `${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/call", params: { name, arguments: {} } })}\n`;

describe("serve mock", () => {
  it("goes on after the end of input where the script says so, until a signal ends it with 0", async () => {
    const { child, ended, line } = start("ignore-eof");
    child.stdin?.end(initialize);
    expect(await line()).toContain('"protocolVersion":"2025-11-25"');
    expect(child.exitCode).toBeNull();
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 0, signal: null, err: "" });
  });

  it("ends at the end of input with the status of the script", async () => {
    const { child, ended } = start("exit-code");
    child.stdin?.end(initialize);
    expect(await ended).toMatchObject({ code: 3, signal: null });
  });

  it("tells the words after the name, and only those", async () => {
    const { child, ended } = start("argv-dump", "one", "two words");
    child.stdin?.end(`${initialize}${call("argv")}`);
    expect((await ended).out).toContain('"argv":["one","two words"]');
  });

  it.each([
    ["json", "/mcp", "SIGTERM", 400],
    ["old-sse-absolute", "/sse", "SIGINT", 200],
    ["refused-port", "/mcp", "SIGTERM", "refused"],
  ] as const)("serves %s over the transport it is made for, says where, and stops with 0", async (id, path, signal, answer) => {
    const { child, ended, line } = start(id);
    const { listening, url } = JSON.parse(await line()) as { listening: string; url: string };
    expect(url).toBe(`${listening}${path}`);
    const seen = await fetch(url, { headers: { accept: "text/event-stream" } }).then(
      ({ status }) => status,
      () => "refused",
    );
    expect(seen).toBe(answer);
    child.kill(signal);
    const { code, out } = await ended;
    expect([code, out.split("\n").length]).toEqual([0, 2]);
  });

  it("refuses a transport the mock is not made for", async () => {
    const { code, out, err } = await start("json", "--transport", "stdio").ended;
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("mock json is made for http, not for stdio");
  });
});

describe("serve mock on stdio", () => {
  it("answers one line per message and exits with 0 when input ends", async () => {
    const { child, ended } = start("reference");
    child.stdin?.end(`${initialize}\r\n\n{"jsonrpc":"2.0","id":2,"method":"ping"}`);
    const { code, out, err } = await ended;
    const lines = out.trimEnd().split("\n");
    expect(lines.map((text) => valueAt(JSON.parse(text) as JsonObject, "id"))).toEqual([1, 2]);
    expect([code, err]).toEqual([0, ""]);
  });

  it.each(["SIGTERM", "SIGINT"] as const)("exits with 0 at %s", async (signal) => {
    const { child, ended, line } = start("minimal", "--spec", "2025-06-18");
    child.stdin?.write(initialize);
    expect(await line()).toContain('"protocolVersion":"2025-06-18"');
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 0, signal: null, err: "" });
  });

  it.each([
    ["nothing", "there is no mock nothing"],
    ["minimal --transport pigeon", "--transport must be stdio, http or sse"],
    ["minimal --spec 2020-01-01", "there is no revision 2020-01-01"],
    ["modern-only --spec 2025-06-18", "does not speak 2025-06-18"],
    ["minimal --transport http --port many", "--port must be 0 to 65535"],
    ["modern-only --transport sse", "only stateless revisions"],
  ])("%s is a usage error", async (words, message) => {
    const { code, out, err } = await start(...words.split(" ")).ended;
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
  });
});

describe("serve mock on HTTP", () => {
  it.each([
    ["http", "/mcp"],
    ["sse", "/sse"],
  ])("%s prints where it listens, then stops with 0 at SIGTERM though a stream is open", async (transport, path) => {
    const { child, ended, line } = start("reference", "--transport", transport);
    const { listening, url } = JSON.parse(await line()) as { listening: string; url: string };
    expect(listening).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(url).toBe(`${listening}${path}`);
    const response = await fetch(url, { headers: { accept: "text/event-stream" } });
    expect(response.status).toBe(transport === "http" ? 400 : 200);
    child.kill("SIGTERM");
    await response.text();
    expect(await ended).toMatchObject({ code: 0, signal: null });
  });
});
