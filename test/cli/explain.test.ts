import { expect, test } from "vitest";
import { checks } from "../../src/check/registry.ts";
import { catalog } from "../../src/cli/catalog.ts";
import { checkText } from "../../src/cli/explain/check.ts";
import { explainer } from "../../src/cli/explain/explained-check.ts";
import { loadBehaviours } from "../../src/run/host/behaviour/load-behaviours.ts";
import { runCli } from "./run-cli.ts";

test("a check is explained: statement, level, links, advice, what is accepted, how to see it", async () => {
  const { exitCode, stdout } = await runCli(["explain", "jsonrpc.parse-error-answered"]);
  expect(exitCode).toBe(0);
  for (const part of [
    "Broken JSON is answered with a parse error",
    "SHOULD (a violation is a warning",
    "2025-11-25  https://modelcontextprotocol.io/specification/2025-11-25/basic/index#messages",
    "accepted",
    "to fix it",
    "mcpcheck run server --check jsonrpc.parse-error-answered -- <command>",
  ])
    expect(stdout).toContain(part);
});

test("every check can be explained, with the place where it stands", () => {
  const entries = catalog();
  expect(checks.filter(({ id }) => !entries.some((entry) => entry.id === id))).toEqual([]);
  const behaviours = loadBehaviours();
  const explained = explainer(entries);
  for (const entry of entries) expect(checkText(explained(entry), behaviours)).toMatch(/^ {2}specified +\S/m);
});

test("as JSON it is one object", async () => {
  const { stdout } = await runCli(["explain", "jsonrpc.parse-error-answered", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ id: "jsonrpc.parse-error-answered", level: "SHOULD", subject: "server" });
});

test("a check of parsers is explained too", async () => {
  const { stdout } = await runCli(["explain", "parser.whole"]);
  expect(stdout).toContain("mcpcheck run parser --check parser.whole");
});

test("a behaviour of hosts is explained: what it says, whose it is, the cases that hold it, how to see it", async () => {
  const { exitCode, stdout } = await runCli(["explain", "B0-188"]);
  expect(exitCode).toBe(0);
  for (const part of [
    "not called with a path outside of it",
    "hosts like profile ollama",
    "held by     sec-path/",
    "mcpcheck run host --check ",
  ])
    expect(stdout).toContain(part);
});

test("a behaviour that nothing holds is explained with the reason", async () => {
  const { stdout } = await runCli(["explain", "B0-193"]);
  expect(stdout).toContain("not held    A race");
  expect(stdout).not.toContain("held by");
});

test("a host case is explained with the sentences of the behaviours it holds", async () => {
  const { stdout } = await runCli(["explain", "loop.bad-arguments"]);
  expect(stdout).toMatch(/^ {2}behaviours +B1-063 {2}Arguments that are not a JSON object/m);
});

test("a requirement is explained: where its words are, how it binds whom, and the checks that hold it", async () => {
  const { exitCode, stdout } = await runCli(["explain", "2025-11-25-0214"]);
  expect(exitCode).toBe(0);
  for (const part of [
    "MUST NOT for servers: held",
    "https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio",
    "stdio.clean-at-start  Nothing but messages",
  ])
    expect(stdout).toContain(part);
});

test.each([
  ["2026-07-28-0391", /held in part$[^]*cancellation\.disconnect-silent[^]*^ {2}left open +Shows that nothing/m],
  ["2025-11-25-0577", /held in part$[^]*tools\.zoo/m],
  ["2025-11-25-0365", /held in part$[^]*tasks\.result-waits[^]*^ {2}left open +A task that still waits/m],
  ["2025-11-25-0682", /out of scope$[^]*^ {2}is for +Servers that put a third party's login/m],
  ["2025-11-25-0001", /not to be seen from outside$[^]*^ {2}because +A permission/m],
])("a requirement that is not held says why: %s", async (id, text) => {
  expect((await runCli(["explain", id])).stdout).toMatch(text);
});

test("a requirement as JSON has its place, what becomes of it and the reason", async () => {
  const { stdout } = await runCli(["explain", "2026-07-28-0391", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({
    id: "2026-07-28-0391",
    level: "MUST",
    disposition: "partial",
    holders: ["cancellation.disconnect-silent"],
    reason: { key: "work-goes-on" },
  });
});

test("a check is explained with the requirements it holds, wholly and in part", async () => {
  const { stdout } = await runCli(["explain", "auth.invalid-token-401"]);
  expect(stdout).toMatch(/^ {2}in part +2025-03-26 {2}2025-03-26-0022/m);
  expect((await runCli(["explain", "http.host-session"])).stdout).toMatch(/^ {2}covers +2025-03-26 {2}2025-03-26-0147/m);
});

test.each([
  ["apps-016", /^ {2}MUST for servers: held$[^]*apps\.mdx#behavior$[^]*extensions\.apps-view-exists/m],
  ["apps-010", /held in part$[^]*^ {2}left open +Finds what is no HTML document/m],
  ["apps-021", /for hosts: out of scope$[^]*^ {2}is for +Hosts and sandboxes/m],
])("a statement of an extension is explained: %s", async (id, text) => {
  expect((await runCli(["explain", id])).stdout).toMatch(text);
});

test("a check of an extension is explained with the statements it holds", async () => {
  const { stdout } = await runCli(["explain", "extensions.apps-view-type"]);
  expect(stdout).toMatch(/^ {2}covers +apps-006, apps-008$/m);
  expect(JSON.parse((await runCli(["explain", "apps-006", "--json"])).stdout)).toMatchObject({
    extension: "io.modelcontextprotocol/ui",
    disposition: "held",
    holders: ["extensions.apps-view-type"],
  });
});

test("an unknown requirement is a usage error", async () => {
  const { exitCode, stderr } = await runCli(["explain", "2025-11-25-9999"]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('no requirement has the id "2025-11-25-9999"');
});

test("an unknown behaviour is a usage error that names the nearest", async () => {
  const { exitCode, stderr } = await runCli(["explain", "B0-1888"]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('no behaviour has the id "B0-1888"; did you mean B0-188');
});

test("an unknown id is a usage error that names the nearest", async () => {
  const { exitCode, stdout, stderr } = await runCli(["explain", "jsonrpc.parse-eror-answered"]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
  expect(stderr).toContain("did you mean jsonrpc.parse-error-answered");
});
