import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { reporters as everyReporter } from "../../src/report/reporters.generated.ts";
import { root, runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-safety-"));
const log = join(folder, "asked.ndjson");
const secret = "s3cr3t-value-of-the-user";
beforeEach(() => rmSync(log, { force: true }));
afterAll(() => rmSync(folder, { recursive: true }));

type Entry = {
  readonly pid?: number;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly called?: string;
};

const asked = (): Entry[] =>
  readFileSync(log, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Entry);
const command = ["--", process.execPath, join(root, "test/peers/recorder.mjs"), log];
const environment = {
  PATH: process.env["PATH"],
  HOME: "/home/somebody",
  AWS_SECRET_ACCESS_KEY: "never-hand-this-on",
  PEER_TOKEN: secret,
};

test("without consent only tools annotated read-only are called", async () => {
  await runCli(["run", "server", ...command], { env: environment });
  const called = new Set(asked().flatMap((entry) => entry.called ?? []));
  expect(called).toContain("look");
  expect(called).not.toContain("erase");
  expect(called).not.toContain("mystery");
});

test("with --allow-writes the others are called too", async () => {
  await runCli(["run", "server", "--allow-writes", ...command], { env: environment });
  expect(asked().map((entry) => entry.called)).toContain("mystery");
});

test("the child gets an allow-listed environment, what was named, and scratch directories that are removed", async () => {
  await runCli(["run", "server", "--env", "PEER_TOKEN", "--env", "EXTRA=given", ...command], { env: environment });
  const [start] = asked();
  expect(start?.env?.["AWS_SECRET_ACCESS_KEY"]).toBeUndefined();
  expect(start?.env).toMatchObject({ PEER_TOKEN: secret, EXTRA: "given" });
  const scratch = join(start?.env?.["HOME"] ?? "", "..");
  expect(start?.env?.["TMPDIR"]).toBe(join(scratch, "tmp"));
  expect(start?.cwd).toBe(process.cwd());
  expect(scratch).toMatch(/mcpcheck-[\w-]+$/);
  expect(existsSync(scratch)).toBe(false);
});

test("whoever names HOME gives the child the real one", async () => {
  await runCli(["run", "server", "--env", "HOME", ...command], { env: environment });
  expect(asked()[0]?.env?.["HOME"]).toBe("/home/somebody");
});

test("--cwd decides where the child runs", async () => {
  await runCli(["run", "server", "--cwd", folder, ...command], { env: environment });
  expect(asked()[0]?.cwd).toBe(folder);
});

test("--scratch gives the child an empty directory of its own, which is removed", async () => {
  await runCli(["run", "server", "--scratch", ...command], { env: environment });
  const [start] = asked();
  expect(start?.cwd).toBe(join(start?.env?.["HOME"] ?? "", "..", "work"));
  expect(existsSync(start?.cwd ?? "")).toBe(false);
});

test("--scratch and --cwd are not taken together", async () => {
  const { exitCode, stderr } = await runCli(["run", "server", "--scratch", "--cwd", folder, ...command], { env: environment });
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining("--scratch and --cwd exclude each other")]);
});

test("a URL in place of a command is taken for --url, and one without a scheme is told which it lacks", async () => {
  const closed = await runCli(["run", "server", "http://127.0.0.1:9/mcp"]);
  expect([closed.exitCode, closed.stdout]).toEqual([3, expect.stringContaining("http://127.0.0.1:9/mcp")]);
  const bare = await runCli(["run", "server", "localhost:9/mcp"]);
  expect([bare.exitCode, bare.stderr]).toEqual([2, expect.stringContaining("--url http://localhost:9/mcp")]);
  const option = await runCli(["run", "server", "--url", "localhost:9/mcp"]);
  expect([option.exitCode, option.stderr]).toEqual([2, expect.stringContaining("did you mean http://localhost:9/mcp?")]);
});

test("no report, trace or message shows a secret that was handed on", async () => {
  const files = Object.keys(everyReporter).map((name) => [name, join(folder, `report.${name}`)] as const);
  const trace = join(folder, "trace.ndjson");
  const reporters = files.map(([name, path]) => `${name}=${path}`).join(",");
  const { stdout, stderr } = await runCli(
    ["run", "server", "--reporter", reporters, "--trace", trace, "--env", "PEER_TOKEN", ...command],
    { env: environment },
  );
  const texts = [stdout, stderr, readFileSync(trace, "utf8"), ...files.map(([, path]) => readFileSync(path, "utf8"))];
  expect(readFileSync(trace, "utf8")).toContain(`token is ${"x".repeat(secret.length)}`);
  for (const text of texts) expect(text).not.toContain(secret);
});

test("an interrupted run writes its report, ends with 130 and leaves no child behind", async () => {
  const controller = new AbortController();
  const report = join(folder, "interrupted.json");
  const running = runCli(["run", "server", "--reporter", `json=${report}`, ...command], {
    env: environment,
    interrupted: controller.signal,
  });
  // A file without a line is that of a process about to write: ended now, it would have told nothing.
  while (!existsSync(log) || !readFileSync(log, "utf8").includes("\n")) await new Promise((resolve) => setImmediate(resolve));
  controller.abort("SIGINT");
  expect((await running).exitCode).toBe(130);
  expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({ exitCode: 130 });
  const pids = asked().flatMap(({ pid }) => pid ?? []);
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});
