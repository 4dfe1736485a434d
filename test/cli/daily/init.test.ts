import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { root, runCli } from "../../support/run-cli.ts";

let cwd = "";
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "mcpcheck-init-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

const read = (file: string): string => readFileSync(join(cwd, file), "utf8");
const json = (file: string): unknown => JSON.parse(read(file));
const write = (file: string, value: unknown): void =>
  writeFileSync(join(cwd, file), typeof value === "string" ? value : JSON.stringify(value));

test("init writes a configuration, a workflow and a baseline, with which run conforms", async () => {
  const mock = ["--", process.execPath, join(root, "bin/mcpcheck.js"), "serve", "mock", "echo"];
  const first = await runCli(["init", ...mock], { cwd });
  expect(first.exitCode).toBe(0);
  expect(first.stderr).toMatch(/wrote mcpcheck\.config\.json\nwrote \.github\/workflows\/mcpcheck\.yml\n/);
  expect(first.stderr).toMatch(/wrote mcpcheck\.baseline\.json: .*\nnext: npx mcpcheck run/);
  expect(json("mcpcheck.baseline.json")).toMatchObject({ schemaVersion: 1, known: [] });
  const again = await runCli(["init", ...mock], { cwd });
  expect(again.exitCode).toBe(2);
  expect(again.stderr).toMatch(/mcpcheck\.config\.json is there already; --force overwrites; nothing was written/);
}, 120_000);

test.each<[string, Readonly<Record<string, unknown>>, object]>([
  [
    "package.json",
    { "package.json": { name: "@a/files", bin: { files: "./build/index.js" } } },
    { files: { command: "node", args: ["build/index.js"] } },
  ],
  [".vscode/mcp.json", { ".vscode/mcp.json": '{"servers":{"a":{"command":"x"},},} // of the editor' }, { a: { command: "x" } }],
  [
    "mcp.json before package.json",
    { "mcp.json": { mcpServers: { b: { url: "http://127.0.0.1:1/mcp" } } }, "package.json": { name: "n", bin: "x.js" } },
    { b: { url: "http://127.0.0.1:1/mcp" } },
  ],
  [
    "pyproject.toml",
    { "pyproject.toml": '[project.scripts]\nserve = "a:b"\n' },
    { serve: { command: "uv", args: ["run", "serve"] } },
  ],
])("the server is found in %s", async (_where, files, servers) => {
  mkdirSync(join(cwd, ".vscode"));
  for (const [file, value] of Object.entries(files)) write(file, value);
  expect((await runCli(["init", "--no-baseline"], { cwd })).exitCode).toBe(0);
  expect(json("mcpcheck.config.json")).toMatchObject({ servers });
  expect(existsSync(join(cwd, "mcpcheck.baseline.json"))).toBe(false);
});

test("the workflow builds what has to be built", async () => {
  write("package.json", { name: "n", bin: "build/x.js", scripts: { build: "tsc" } });
  write("package-lock.json", {});
  await runCli(["init", "--no-baseline"], { cwd });
  const workflow = parse(read(".github/workflows/mcpcheck.yml")) as { jobs: { conformance: { steps: { run?: string }[] } } };
  const steps = workflow.jobs.conformance.steps.flatMap(({ run }) => run ?? []);
  expect(steps.slice(0, 2)).toEqual(["npm ci", "npm run build"]);
  expect(steps[2]).toMatch(/^npx --yes mcpcheck@.* run --reporter pretty,github,/);
  rmSync(join(cwd, "mcpcheck.config.json"));
  await runCli(["init", "--no-baseline", "--ci", "gitlab"], { cwd });
  expect(parse(read(".gitlab-ci.yml"))).toMatchObject({ mcpcheck: { script: [...steps.slice(0, 2), expect.any(String)] } });
});

test("what is there stays, and nothing is half done", async () => {
  mkdirSync(join(cwd, ".github/workflows"), { recursive: true });
  write(".github/workflows/mcpcheck.yml", "mine");
  const { exitCode, stderr } = await runCli(["init", "--no-baseline", "--", "node", "x.js"], { cwd });
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/\.github\/workflows\/mcpcheck\.yml is there already/);
  expect(existsSync(join(cwd, "mcpcheck.config.json"))).toBe(false);
  expect((await runCli(["init", "--no-baseline", "--force", "--", "node", "x.js"], { cwd })).exitCode).toBe(0);
  expect(read(".github/workflows/mcpcheck.yml")).toContain("mcpcheck@");
});

test("a server that cannot be started leaves a configuration, and says where to look", async () => {
  const { exitCode, stderr } = await runCli(["init", "--ci", "none", "--", "mcpcheck-no-such-program"], { cwd });
  expect(exitCode).toBe(3);
  expect(stderr).toMatch(/npx mcpcheck doctor --config mcpcheck\.config\.json says why/);
  expect(existsSync(join(cwd, "mcpcheck.config.json"))).toBe(true);
  expect(existsSync(join(cwd, "mcpcheck.baseline.json"))).toBe(false);
});

test.each([
  [["init"], /no server is found in .*give its command: mcpcheck init -- node build\/index\.js/],
  [["init", "--url", "localhost:1"], /--url: expected an http or https address/],
  [["init", "--ci", "jenkins"], /Allowed choices are github, gitlab, none/],
  [["init", "--url", "http://x", "--", "y"], /not both/],
])("%j is a usage error", async (argv, reason) => {
  const { exitCode, stderr } = await runCli(argv, { cwd });
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(reason);
});

test.each(["openai", "ollama", "cli"])(
  "an adapter that init host writes for %s is right but for its command",
  async (surface) => {
    const out = ["--surface", surface, "--out", "a/host.json"];
    expect((await runCli(["init", "host", ...out], { cwd })).exitCode).toBe(0);
    expect((await runCli(["init", "host", ...out], { cwd })).exitCode).toBe(2);
    const checked = await runCli(["adapter", "validate", "a/host.json"], { cwd });
    expect(checked.stdout).toMatch(/a\/host\.json: a host adapter that can be used\n$/);
    expect(checked.stdout).toMatch(/cases that apply as soon as .*: .*jit \d+/);
  },
);

test("what an adapter lacks is told with place and remedy", async () => {
  write("host.json", {
    id: "mine",
    title: "mine",
    needs: ["not-there"],
    surface: "openai",
    start: { command: ["my-host.js", "{prot}"], ready: { url: "/" } },
    servers: { form: "mcpServers" },
    capabilities: ["model"],
  });
  const { exitCode, stdout } = await runCli(["adapter", "validate", "host.json"], { cwd });
  expect(exitCode).toBe(1);
  for (const words of [
    "host.json#/needs: not-there is not there",
    "host.json#/start/command/1: nothing is filled in for {prot}; did you mean port?",
    "host.json#/start/command/0: no program my-host.js on PATH",
    'host.json#/capabilities: none of "stdio", "http" and "sse"',
    'host.json#/model: "model" is among the capabilities',
    'host.json#/capabilities: the surface is openai, and "openai" is not among them',
    "host.json: 6 things to mend",
  ])
    expect(stdout).toContain(words);
  write("host.json", { id: "mine", surface: "openai" });
  expect(await runCli(["adapter", "validate", "host.json"], { cwd })).toMatchObject({ exitCode: 2 });
  expect(await runCli(["adapter", "validate", "nowhere.json"], { cwd })).toMatchObject({ exitCode: 2 });
  write("client.json", { id: "c", title: "c", command: ["node", "x"], abilities: ["stdio"] });
  expect((await runCli(["adapter", "validate", "client.json"], { cwd })).stdout).toMatch(/a client adapter .*; it can stdio/);
});
