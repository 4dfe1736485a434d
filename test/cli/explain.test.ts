import { expect, test } from "vitest";
import { checks } from "../../src/check/registry.ts";
import { catalog } from "../../src/cli/catalog.ts";
import { explanation } from "../../src/cli/commands/explain.ts";
import { runCli } from "./run-cli.ts";

test("a check is explained: statement, level, links, advice, what is accepted, how to see it", async () => {
  const { exitCode, stdout } = await runCli(["explain", "jsonrpc.parse-error-answered"]);
  expect(exitCode).toBe(0);
  for (const part of [
    "Broken JSON is answered with a parse error",
    "SHOULD (a violation is a warning",
    "2025-11-25  https://modelcontextprotocol.io/specification/2025-11-25/basic/index#messages",
    "accepted",
    "to mend it",
    "mcpcheck run server --check jsonrpc.parse-error-answered -- <command>",
  ])
    expect(stdout).toContain(part);
});

test("every check can be explained, with the place where it stands", () => {
  const entries = catalog();
  expect(checks.filter(({ id }) => !entries.some((entry) => entry.id === id))).toEqual([]);
  for (const entry of entries) expect(explanation(entry)).toMatch(/^ {2}stands in +\S/m);
});

test("as JSON it is one object", async () => {
  const { stdout } = await runCli(["explain", "jsonrpc.parse-error-answered", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ id: "jsonrpc.parse-error-answered", level: "SHOULD", subject: "server" });
});

test("a check of parsers is explained too", async () => {
  const { stdout } = await runCli(["explain", "parser.whole"]);
  expect(stdout).toContain("mcpcheck run parser --check parser.whole");
});

test("an unknown id is a usage error that names the nearest", async () => {
  const { exitCode, stdout, stderr } = await runCli(["explain", "jsonrpc.parse-eror-answered"]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
  expect(stderr).toContain("did you mean jsonrpc.parse-error-answered");
});
