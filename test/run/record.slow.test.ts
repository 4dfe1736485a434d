import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, expect, test } from "vitest";
import { root, runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-record-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bin = join(root, "bin/mcpcheck.js");
let files = 0;

/** A server program of its own, recorded: what stands between its client and it. */
function recording(
  program: string,
  env: Readonly<Record<string, string>> = {},
): { readonly child: ChildProcess & Piped; readonly file: string } {
  const base = join(folder, String(++files));
  writeFileSync(`${base}.mjs`, program);
  const file = `${base}.ndjson`;
  const args = [bin, "record", "--out", file, "--", process.execPath, `${base}.mjs`];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ["pipe", "pipe", "pipe"] });
  return { child, file };
}

type Piped = {
  readonly stdin: NodeJS.WritableStream;
  readonly stdout: NodeJS.ReadableStream;
  readonly stderr: NodeJS.ReadableStream;
};

const ended = (child: ChildProcess) =>
  new Promise<readonly [number | null, string | null]>(
    (resolve) => void child.once("exit", (code, signal) => resolve([code, signal])),
  );

async function all(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const first = (stream: NodeJS.ReadableStream) =>
  new Promise<string>((resolve) => void stream.once("data", (chunk: Buffer) => resolve(chunk.toString())));

const eventsIn = (file: string) =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => JSON.parse(line) as { kind: string; direction?: string; text?: string; signal?: string; code?: number });

test("every byte passes unchanged, in both directions, and so does the exit code", async () => {
  const bytes = Buffer.concat([
    Buffer.from('{"id":1}\r\n\n\0\x1b[31m'),
    Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x0a]),
    Buffer.from("x".repeat(3_000_000)),
    Buffer.from("\nno line end"),
  ]);
  const { child, file } = recording(
    `process.stdin.pipe(process.stdout); process.stdin.on("end", () => (process.exitCode = 9)); console.error("said aside");`,
  );
  const [out, aside] = [all(child.stdout), all(child.stderr)];
  child.stdin.end(bytes);
  expect(await ended(child)).toEqual([9, null]);
  expect((await out).equals(bytes)).toBe(true);
  expect((await aside).toString()).toBe("said aside\n");
  const kinds = eventsIn(file).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "frame")).toHaveLength(10);
  expect(kinds.at(-1)).toBe("exit");
});

test.skipIf(process.platform === "win32")("signals pass, and a server that dies of one has its recorder die of it", async () => {
  const told = recording(`process.on("SIGTERM", () => process.exit(5)); setInterval(() => {}, 1000); console.log("ready");`);
  await first(told.child.stdout);
  told.child.kill("SIGTERM");
  expect(await ended(told.child)).toEqual([5, null]);
  expect(eventsIn(told.file).find(({ kind }) => kind === "signal")?.signal).toBe("SIGTERM");
  const dead = recording(`setInterval(() => {}, 1000); console.log("ready");`);
  await first(dead.child.stdout);
  dead.child.kill("SIGINT");
  expect(await ended(dead.child)).toEqual([null, "SIGINT"]);
  expect(eventsIn(dead.file).map(({ kind }) => kind)).not.toContain("signal");
});

test("a session that was recorded before stays, and the next one goes beside it", async () => {
  const program = "process.stdin.resume(); process.stdin.on('end', () => process.exit(0));";
  const { child, file } = recording(program);
  child.stdin.end();
  await ended(child);
  const before = readFileSync(file, "utf8");
  const recordedAgain = (...options: readonly string[]): string =>
    spawnSync(
      process.execPath,
      [bin, "record", ...options, "--out", file, "--", process.execPath, file.replace(/ndjson$/, "mjs")],
      {
        input: "",
        encoding: "utf8",
      },
    ).stderr;
  const second = file.replace(/\.ndjson$/, "-2.ndjson");
  expect(recordedAgain()).toContain(second);
  expect(readFileSync(file, "utf8")).toBe(before);
  expect(readFileSync(second, "utf8")).toContain('"mcpcheckTrace":1');
  expect(recordedAgain("--force")).not.toContain("is there already");
});

test("a client that dies is told to the server, and its end ends the record", async () => {
  const { child, file } = recording(
    `process.stdin.resume(); process.stdin.on("end", () => process.exit(0)); console.log("ready");`,
  );
  await first(child.stdout);
  child.stdin.end();
  expect(await ended(child)).toEqual([0, null]);
  expect(eventsIn(file).map(({ kind }) => kind)).toEqual(expect.arrayContaining(["stdin-closed", "exit"]));
});

test("a server that dies in the middle of a flood leaves what it had said", async () => {
  const { child, file } = recording(`process.stdout.write("a".repeat(100) + "\\n", () => process.kill(process.pid, "SIGKILL"));`);
  const out = all(child.stdout);
  expect(await ended(child)).toEqual([null, "SIGKILL"]);
  expect((await out).toString()).toBe(`${"a".repeat(100)}\n`);
  expect(eventsIn(file).at(-1)).toMatchObject({ kind: "exit", signal: "SIGKILL" });
});

test("two that write much before either reads do not wait for each other for ever", async () => {
  const size = 8_000_000;
  const { child } = recording(
    `let got = 0; process.stdin.on("data", (c) => (got += c.length)); process.stdin.on("end", () => console.log("got " + got)); process.stdout.write("b".repeat(${size}) + "\\n");`,
  );
  await new Promise<void>((resolve) => void child.stdin.end(Buffer.alloc(size, "a"), () => resolve()));
  const out = await all(child.stdout);
  expect(out.length).toBe(size + 1 + `got ${size}\n`.length);
});

test.skipIf(process.platform !== "linux")("a flood passes whole, and takes no more memory than a trickle", async () => {
  const [lines, length] = [300, 1_000_000];
  const flood = `const line = "c".repeat(${length - 1}) + "\\n"; for (let i = 0; i < ${lines}; i++) if (!process.stdout.write(line)) await new Promise((r) => process.stdout.once("drain", r));`;
  const { child, file } = recording(flood);
  const hash = createHash("sha256");
  let [bytes, most] = [0, 0];
  for await (const chunk of child.stdout) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    most = Math.max(most, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0));
  }
  const expected = createHash("sha256");
  const line = Buffer.from(`${"c".repeat(length - 1)}\n`);
  for (let index = 0; index < lines; index++) expected.update(line);
  expect([bytes, hash.digest("hex")]).toEqual([lines * length, expected.digest("hex")]);
  expect(statSync(file).size).toBeGreaterThan(lines * length);
  expect(most / 1024).toBeLessThan(400);
});

test("what a server was given in its environment, and tokens, are not in the record", async () => {
  const token = `ghp_${"aB3".repeat(12)}`;
  const { child, file } = recording(
    `console.log(JSON.stringify({ env: process.env.MY_API_KEY, other: process.env.PLAIN, token: "${token}" }));`,
    {
      MY_API_KEY: "hush-1234",
      PLAIN: "given-by-configuration",
    },
  );
  const out = (await all(child.stdout)).toString();
  expect(out).toContain("hush-1234");
  const text = readFileSync(file, "utf8");
  for (const secret of ["hush-1234", "given-by-configuration", token]) expect(text).not.toContain(secret);
});

test("a real client and a real server are both judged by what was recorded, as they are without a recorder between", async () => {
  const file = join(folder, "real.ndjson");
  const server = join(root, "node_modules/.bin/mcp-server-everything");
  const client = new Client({ name: "sdk", version: "1.0.0" }, { capabilities: { roots: {} } });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [bin, "record", "--out", file, "--", server], stderr: "ignore" }),
  );
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(5);
  await client.callTool({ name: "echo", arguments: { message: "round trip" } });
  await client.close();
  const { exitCode, stdout } = await runCli(["judge", file, "--reporter", "json"]);
  const report = JSON.parse(stdout) as { findings: { check: string; verdict: string }[] };
  expect(report.findings.filter(({ verdict }) => verdict === "fail" || verdict === "warn")).toEqual([]);
  expect(exitCode).toBe(0);
  const passed = new Set(report.findings.filter(({ verdict }) => verdict === "pass").map(({ check }) => check));
  for (const check of [
    "schema.tools-list",
    "stdio.clean-in-operation",
    "lifecycle.client-initialize-first",
    "process.client-closes-stdin",
  ])
    expect(passed).toContain(check);
});
