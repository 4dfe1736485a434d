import { type ChildProcess, spawn } from "node:child_process";
import { afterEach, describe, expect, it } from "vitest";
import { type JsonObject, at } from "../jsonrpc/json.ts";
import { parseScript } from "./load-script.ts";
import { createMockServer } from "./mock-server.ts";
import { serveStdio } from "./serve-stdio.ts";
import { systemWorld } from "./system-world.ts";

const entry = `import { main } from ${JSON.stringify(new URL("../cli/main.ts", import.meta.url).href)}; process.exitCode = await main(process.argv.slice(1));`;
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

function start(...words: string[]) {
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", entry, "--", "serve", "mock", ...words]);
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
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } },
})}\n`;

describe("serve mock on stdio", () => {
  it("answers one line per message and exits with 0 when input ends", async () => {
    const { child, ended } = start("reference");
    child.stdin?.end(`${initialize}\r\n\n{"jsonrpc":"2.0","id":2,"method":"ping"}`);
    const { code, out, err } = await ended;
    const lines = out.trimEnd().split("\n");
    expect(lines.map((text) => at(JSON.parse(text) as JsonObject, "id"))).toEqual([1, 2]);
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

describe("rules on the process", () => {
  async function play(rules: object[], input: string, abort?: string) {
    const script = parseScript({ id: "x", title: "X", serverInfo: { name: "x", version: "1" }, rules }, "x.json");
    const log: string[] = [];
    const world = systemWorld("stdio", (text) => void log.push(`stderr ${text}`));
    const server = createMockServer(script, {
      ...world,
      process: { ...world.process, exit: (code) => void log.push(`exit ${code}`) },
    });
    const controller = new AbortController();
    async function* stdin() {
      yield Buffer.from(input);
      if (abort !== undefined) controller.abort(abort);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const over = serveStdio(server, {
      stdin: stdin(),
      stdout: (bytes) => void log.push(Buffer.from(bytes).toString("utf8")),
      interrupted: controller.signal,
    });
    const ended = await Promise.race([
      over.then(() => true),
      new Promise<boolean>((resolve) => {
        const wait = (turns: number) => (turns === 0 ? resolve(false) : setImmediate(() => wait(turns - 1)));
        wait(50);
      }),
    ]);
    return { log, ended };
  }

  it("write at the start and at the end", async () => {
    const { log, ended } = await play(
      [
        { on: "start", do: [{ write: "Hello!\n" }, { stderr: "up" }] },
        { on: "eof", do: [{ write: { base64: "Qnll" } }] },
      ],
      '{"jsonrpc":"2.0","id":1,"method":"ping"}\n',
    );
    expect(log.map((entryText) => entryText.slice(0, 9))).toEqual(["Hello!\n", "stderr up", '{"jsonrpc', "Bye"]);
    expect(ended).toBe(true);
  });

  it("ignore the end of input and signals, or leave with another status", async () => {
    expect((await play([{ on: "eof", do: [{ ignore: true }] }], "")).ended).toBe(false);
    const stubborn = [
      { on: "SIGTERM", do: [{ ignore: true }] },
      { on: "eof", do: [{ ignore: true }] },
    ];
    expect((await play(stubborn, "", "SIGTERM")).ended).toBe(false);
    expect((await play([{ on: "eof", do: [{ ignore: true }] }], "", "SIGTERM")).ended).toBe(true);
    expect((await play([{ on: "eof", do: [{ exit: 4 }] }], "")).log).toContain("exit 4");
  });
});
