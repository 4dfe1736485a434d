import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { judgeTrace } from "../../../src/library/index.ts";
import { root, runCli } from "../../support/run-cli.ts";

const how = ["run", "server", "--spec", "2025-11-25", "--check", "tools.names-unique", "--reporter", "json"];
const server = ["--", process.execPath, join(root, "bin/mcpcheck.js"), "serve", "mock", "minimal"];

test("a provider that is named has to take the tools, one that is not is not asked", { timeout: 120_000 }, async () => {
  const { exitCode, stdout } = await runCli([...how, "--providers", "gemini,openai", ...server]);
  const { findings } = JSON.parse(stdout) as { findings: { check: string; verdict: string; message: string }[] };
  const verdicts = Object.fromEntries(findings.map(({ check, verdict }) => [check, verdict]));
  expect(verdicts).toEqual({
    "tools.names-unique": "pass",
    "tools.provider-gemini": "fail",
    "tools.provider-openai": "pass",
  });
  expect(findings.find(({ verdict }) => verdict === "fail")?.message).toBe(
    '"echo" at /inputSchema has additionalProperties (“Unknown name …: Cannot find field”)',
  );
  expect(exitCode).toBe(1);
});

/** A server whose only tool has this schema, as a file of a mock in a folder of its own. */
function serverWith(inputSchema: object): { readonly cwd: string; readonly command: readonly string[] } {
  const cwd = mkdtempSync(join(tmpdir(), "mcpcheck-providers-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const mock = {
    id: "one-tool",
    title: "One tool",
    serverInfo: { name: "one-tool", version: "1.0.0" },
    tools: [{ name: "say", description: "Says it.", answers: { echo: true }, inputSchema }],
  };
  writeFileSync(join(cwd, "mock.json"), JSON.stringify(mock));
  return { cwd, command: [process.execPath, join(root, "bin/mcpcheck.js"), "serve", "mock", join(cwd, "mock.json")] };
}

const object = (a: object): object => ({ type: "object", properties: { a } });
type Told = {
  readonly findings: { readonly check: string; readonly verdict: string; readonly message: string; readonly repro: string }[];
};

test(
  "what is merely left out is a warning with its reason, what is refused fails, wherever it is demanded",
  { timeout: 400_000 },
  async () => {
    const { cwd, command } = serverWith(object({ type: "array", pattern: "^x$" }));
    const only = ["--check", "tools.names-unique", "--reporter", "json"];
    const verdictsOf = (stdout: string) =>
      Object.fromEntries((JSON.parse(stdout) as Told).findings.map(({ check, verdict }) => [check.split(".")[1], verdict]));
    const refused = { "names-unique": "pass", "provider-ollama": "warn", "provider-openai": "fail" };

    const recorded = await runCli(
      ["run", "server", "--spec", "2025-11-25", ...only, "--providers", "ollama", "--trace", "t.ndjson", "--", ...command],
      { cwd },
    );
    expect([recorded.exitCode, verdictsOf(recorded.stdout)]).toEqual([0, { "names-unique": "pass", "provider-ollama": "warn" }]);
    expect((JSON.parse(recorded.stdout) as Told).findings.find(({ verdict }) => verdict === "warn")?.message).toBe(
      '"say" at /inputSchema/properties/a has pattern (it is left out: of a property only anyOf, type, items, description, enum, properties and required are kept: models do not see it)',
    );

    const judged = await runCli(["judge", "t.ndjson", ...only, "--providers", "ollama,openai"], { cwd });
    expect([judged.exitCode, verdictsOf(judged.stdout)]).toEqual([1, refused]);
    expect((JSON.parse(judged.stdout) as Told).findings.find(({ verdict }) => verdict === "fail")?.repro).toBe(
      "mcpcheck judge t.ndjson --check tools.provider-openai --providers openai",
    );
    const trace = readFileSync(join(cwd, "t.ndjson"), "utf8");
    const report = await judgeTrace(trace, { check: "tools.names-unique", providers: ["openai", "ollama"] });
    expect([report.exitCode, verdictsOf(JSON.stringify(report))]).toEqual([1, refused]);

    const [program = "", ...args] = command;
    const run = { spec: "2025-11-25", check: "tools.names-unique", reporter: "json", providers: "ollama,openai" };
    writeFileSync(join(cwd, "mcpcheck.config.json"), JSON.stringify({ servers: { mine: { command: program, args } }, run }));
    const configured = await runCli(["run"], { cwd });
    expect([configured.exitCode, verdictsOf(configured.stdout)]).toEqual([1, refused]);
    const typed = await runCli(["run", "--providers", "ollama"], { cwd });
    expect([typed.exitCode, verdictsOf(typed.stdout)]).toEqual([0, { "names-unique": "pass", "provider-ollama": "warn" }]);
  },
);

test.each([
  [["watch", "--providers", "gemni", "--", "node", "x"], /--providers: there is no provider "gemni"/],
  [["run", "--providers", "gemini"], /there is no mcpcheck\.config/],
])("%j is a usage error", async (argv, reason) => {
  const { cwd } = serverWith(object({}));
  const { exitCode, stderr } = await runCli(argv, { cwd });
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(reason)]);
});

test("a provider there is not is a usage error that tells which there are", async () => {
  const { exitCode, stderr } = await runCli([...how, "--providers", "gemini,opanai", ...server]);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/--providers: there is no provider "opanai".*did you mean openai.*there are anthropic, bedrock/);
});

test("explain lists the rules of a provider with the smallest mends", async () => {
  const { stdout } = await runCli(["explain", "tools.provider-gemini"]);
  expect(stdout).toMatch(/mends +“Must start with/);
  expect(stdout).toContain('write "nullable": true');
});

test("surface fix prints tools a provider takes, and says what it changed", { timeout: 120_000 }, async () => {
  const { exitCode, stdout, stderr } = await runCli(["surface", "fix", "--provider", "gemini", ...server]);
  expect(exitCode).toBe(0);
  const { tools, names } = JSON.parse(stdout) as { tools: { inputSchema: object }[]; names: object };
  expect(tools.map(({ inputSchema }) => Object.keys(inputSchema).toSorted())).toEqual([["properties", "required", "type"]]);
  expect(names).toEqual({});
  expect(stderr).toBe(
    "changed: echo/inputSchema has additionalProperties (“Unknown name …: Cannot find field”)\nGemini, parameters takes them now: 1 change\n",
  );
});

test("surface fix wants to know for whom", async () => {
  expect(await runCli(["surface", "fix", "x.json"])).toMatchObject({ exitCode: 2 });
  const none = await runCli(["surface", "fix", "--provider", "nobody", "x.json"]);
  expect(none.exitCode).toBe(2);
  expect(none.stderr).toMatch(/--provider: there is no provider "nobody"/);
});
