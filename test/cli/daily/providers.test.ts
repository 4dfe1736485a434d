import { expect, test } from "vitest";
import { root, runCli } from "../../support/run-cli.ts";
import { join } from "node:path";

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
